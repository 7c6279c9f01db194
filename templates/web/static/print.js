// A document on its way: asks how far it is until it is there. Without this script the page asks by itself.
const place = document.getElementById("job");
const said = document.getElementById("stage"); // stays in the page, so that a change of it is read out
const lost = document.getElementById("lost");
const WAIT_MS = 500;
const LOST_MS = 2000; // where the table does not answer: it may be opened again
const PATIENCE_MS = 10000;

async function answered() {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(place.dataset.address, { headers: { "X-Part": "job" }, signal });
    return answer.status < 500 ? { ok: answer.ok, text: await answer.text() } : null;
  } catch {
    return null;
  }
}

async function ask() {
  const answer = await answered();
  lost.hidden = answer !== null;
  if (answer === null) return void setTimeout(ask, LOST_MS);
  if (answer.text !== place.dataset.text) place.innerHTML = place.dataset.text = answer.text;
  const word = place.querySelector(".stage")?.dataset.word ?? "";
  if (said.textContent !== word) said.textContent = word;
  if (place.querySelector(".job")?.dataset.finished !== "1" && answer.ok) setTimeout(ask, WAIT_MS);
}

setTimeout(ask, WAIT_MS);

// A document on its way: asks how far it is until it is there. Without this script the page asks by itself.
const place = document.getElementById("job");
const said = document.getElementById("stage"); // stays in the page, so that a change of it is read out
const WAIT_MS = 500;

async function ask() {
  const answer = await fetch(place.dataset.address, { headers: { "X-Part": "job" } });
  const text = await answer.text();
  if (text !== place.dataset.text) place.innerHTML = place.dataset.text = text;
  const word = place.querySelector(".stage")?.dataset.word ?? "";
  if (said.textContent !== word) said.textContent = word;
  if (place.querySelector(".job")?.dataset.finished !== "1" && answer.ok) setTimeout(ask, WAIT_MS);
}

setTimeout(ask, WAIT_MS);

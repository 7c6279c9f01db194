// A document on its way: asks how far it is until it is there. Without this script the page asks by itself.
const place = document.getElementById("job");
const WAIT_MS = 500;

async function ask() {
  const answer = await fetch(place.dataset.address, { headers: { "X-Part": "job" } });
  const text = await answer.text();
  if (text !== place.dataset.text) place.innerHTML = place.dataset.text = text;
  if (place.querySelector(".job")?.dataset.finished !== "1" && answer.ok) setTimeout(ask, WAIT_MS);
}

setTimeout(ask, WAIT_MS);

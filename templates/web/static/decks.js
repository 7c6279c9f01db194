// The page of all decks: files that are dropped anywhere on it are the ones to open.
import "./in-place.js";
import "./keep.js";

const field = () => document.querySelector('#begin input[type="file"]');

addEventListener("dragover", (event) => field() && event.preventDefault());
addEventListener("drop", (event) => {
  if (!field()) return;
  event.preventDefault();
  if (!event.dataTransfer?.files.length) return;
  field().files = event.dataTransfer.files;
  field().closest("details").open = true;
  field().focus();
});

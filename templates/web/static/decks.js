// The page of all decks: a file that is dropped anywhere on it is the one to open.
import "./keep.js";

const form = document.querySelector('form[enctype="multipart/form-data"]');
const field = form?.querySelector('input[type="file"]');

if (field) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (!event.dataTransfer?.files.length) return;
    field.files = event.dataTransfer.files;
    field.closest("details").open = true;
    field.focus();
  });
}

// The list of evenings: when the last field for a player is filled, the fields for more are opened.
import "./in-place.js";
import "./keep.js";

document.addEventListener("input", ({ target }) => {
  const form = target.closest?.("#begin");
  if (!form) return;
  const more = form.querySelector(".seats-form details");
  const shown = [...form.querySelectorAll(".seats-form > .fields input")];
  if (more && shown.every((field) => field.value.trim())) more.open = true;
});

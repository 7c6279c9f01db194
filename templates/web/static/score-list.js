// The list of evenings: when the last field for a player is filled, the fields for more are opened.
import "./keep.js";

const form = document.getElementById("begin");

form?.addEventListener("input", () => {
  const more = form.querySelector(".seats-form details");
  const shown = [...form.querySelectorAll(".seats-form > .fields input")];
  if (more && shown.every((field) => field.value.trim())) more.open = true;
});

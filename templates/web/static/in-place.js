// A form that says data-in-place is sent by this script: what refuses it stands above it, and what was typed and chosen
// stays. Without the script the answer is a page of its own. The value says that the table does not answer.
function tell(form, what) {
  if (form.previousElementSibling?.matches("[role=alert]")) form.previousElementSibling.remove();
  form.parentNode.insertBefore(what, form); // a form may have a field called before
  what.scrollIntoView({ block: "nearest" });
  form.dispatchEvent(new Event("input")); // what is typed is kept again
}

function lost(form) {
  const what = document.createElement("p");
  what.className = "finding error";
  what.setAttribute("role", "alert");
  what.textContent = form.dataset.inPlace;
  tell(form, what);
}

function show(form, answer, text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const main = page.querySelector("main");
  const told = page.querySelector("main [role=alert]");
  if (told && answer.status >= 400 && answer.status !== 409) return tell(form, told);
  if (!main) return lost(form); // it answers, but not in our words
  document.querySelector("main").replaceWith(main);
  document.title = page.title;
  scrollTo(0, 0);
  main.focus();
  document.dispatchEvent(new Event("renewed"));
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches("[data-in-place]") || event.submitter?.name === "pick") return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form, event.submitter) });
    if (answer.redirected) return location.assign(answer.url); // busy until the page is another
    show(form, answer, await answer.text());
  } catch {
    lost(form);
  }
  form.ariaBusy = "false";
});

addEventListener("pageshow", () => document.querySelectorAll("[data-in-place]").forEach((form) => (form.ariaBusy = "false")));

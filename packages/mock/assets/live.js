/**
 * Adds new requests to the top of the list, as rows that the server has rendered and escaped. The connection is closed while the page is
 * hidden. When the page is shown again, the list continues after the last row.
 */

const maxRows = 500;
/** Interval at which rows are added in groups, because adding a group takes as long as adding one row. */
const groupMs = 200;
const retryMs = 10_000;

const live = /** @type {HTMLElement | null} */ (document.querySelector("[data-live]"));
if (live) follow(live);

/** @param {HTMLElement} live contains the address of the events, and shows the state of the connection */
function follow(live) {
  const body = document.querySelector("[data-requests] tbody");
  const pause = document.createElement("button");
  const state = document.createElement("span");
  const count = document.createElement("span");
  let last = live.dataset["after"] ?? "0";
  /** Rows that are not shown yet, oldest first. */
  let waiting = /** @type {string[]} */ ([]);
  let added = 0;
  let isPaused = false;
  let timer = 0;
  let events = /** @type {EventSource | undefined} */ (undefined);

  pause.type = "button";
  pause.className = "small";
  pause.textContent = "Pause";
  count.className = "muted";
  count.setAttribute("aria-live", "polite");
  live.replaceChildren(state, pause, count);
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? "Resume" : "Pause";
    showState();
    if (!isPaused) show();
  });
  document.addEventListener("visibilitychange", connect);
  connect();

  function connect() {
    events?.close();
    if (document.hidden) return;
    const address = new URL(live.dataset["live"] ?? "", location.href);
    address.searchParams.set("after", last);
    events = new EventSource(address);
    events.addEventListener("open", showState);
    events.addEventListener("error", () => {
      showState();
      // Browsers do not reconnect after an error status, such as when too many pages follow the requests.
      if (events?.readyState === EventSource.CLOSED) setTimeout(connect, retryMs);
    });
    events.addEventListener("request", ({ data, lastEventId }) => {
      last = lastEventId;
      waiting.push(data);
      added += 1;
      if (waiting.length > 2 * maxRows) waiting = waiting.slice(-maxRows);
      timer ||= setTimeout(show, groupMs);
    });
  }

  function show() {
    clearTimeout(timer);
    timer = 0;
    count.textContent = isPaused ? `${waiting.length} waiting` : `${added} new`;
    if (isPaused || waiting.length === 0) return;
    // The server renders the table only if there are rows.
    if (!(body instanceof HTMLTableSectionElement)) return location.reload();
    const template = document.createElement("template");
    template.innerHTML = waiting.slice(-maxRows).reverse().join("");
    waiting = [];
    body.prepend(template.content);
    for (const row of [...body.rows].slice(maxRows)) if (!row.contains(document.activeElement)) row.remove();
    updateOlder(body);
  }

  /**
   * Makes the link to older requests start after the last row, because rows have been removed or were never shown.
   * @param {HTMLTableSectionElement} body
   */
  function updateOlder(body) {
    const id = body.rows[maxRows - 1]?.querySelector("a.request")?.getAttribute("href")?.split("/").at(-1);
    const older = /** @type {HTMLElement | null} */ (document.querySelector("[data-older]"));
    const link = older?.querySelector("a");
    if (id === undefined || !older || !link) return;
    const address = new URL(link.href);
    address.searchParams.set("before", id);
    link.href = address.href;
    older.hidden = false;
  }

  function showState() {
    const isOpen = events?.readyState === EventSource.OPEN;
    state.textContent = isPaused ? "paused" : isOpen ? "live" : "not connected";
    state.className = isOpen ? "badge good" : "badge bad";
  }
}

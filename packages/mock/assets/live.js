/**
 * Makes the list of requests live: puts each request that comes on top of it, as a row that the server has made and escaped.
 * Focus and reading position stay where they are. While nobody sees the page, nothing is asked for; then it goes on where it was.
 */

const mostRows = 500;
/** So long rows are gathered: each change of the page costs as much for one row as for many. */
const gatherMs = 200;
/** How long to wait after a refusal before the next try. */
const refusedRetryMs = 10_000;

const live = /** @type {HTMLElement | null} */ (document.querySelector("[data-live]"));
const table = /** @type {HTMLElement | null} */ (document.querySelector("[data-requests]"));
const body = table?.querySelector("tbody");
const older = /** @type {HTMLElement | null} */ (document.querySelector("[data-older]"));
if (live && table && body) follow(live, table, body);

/**
 * @param {HTMLElement} live tells where the events are, and shows how it goes
 * @param {HTMLElement} table
 * @param {HTMLTableSectionElement} body
 */
function follow(live, table, body) {
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
  state.className = "badge";
  count.className = "muted";
  count.setAttribute("aria-live", "polite");
  live.replaceChildren(state, pause, count);
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? "Go on" : "Pause";
    tell(isPaused ? "paused" : "live");
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
    events.addEventListener("open", () => tell(isPaused ? "paused" : "live"));
    events.addEventListener("error", () => {
      tell("not connected");
      // After a refusal the browser does not try again by itself; too many pages may be live at the moment.
      if (events?.readyState === EventSource.CLOSED) setTimeout(connect, refusedRetryMs);
    });
    events.addEventListener("request", ({ data, lastEventId }) => {
      last = lastEventId;
      waiting.push(data);
      added += 1;
      if (waiting.length > 2 * mostRows) waiting = waiting.slice(-mostRows);
      timer ||= setTimeout(show, gatherMs);
    });
  }

  function show() {
    clearTimeout(timer);
    timer = 0;
    const words = added === 1 ? "1 new request" : `${added} new requests`;
    count.textContent = isPaused ? `${waiting.length} waiting` : words;
    if (isPaused || waiting.length === 0) return;
    const template = document.createElement("template");
    template.innerHTML = waiting.slice(-mostRows).reverse().join("");
    waiting = [];
    const read = rowBeingRead();
    const before = read?.getBoundingClientRect().top ?? 0;
    body.prepend(template.content);
    for (const row of [...body.rows].slice(mostRows)) if (!row.contains(document.activeElement)) row.remove();
    leadOn();
    if (read?.isConnected) scrollBy({ top: read.getBoundingClientRect().top - before, behavior: "instant" });
    table.hidden = false;
    document.querySelector("[data-empty]")?.remove();
  }

  /** What was taken off the end, or never shown, is on the next page: that begins behind the last of the rows that have none missing. */
  function leadOn() {
    const last = body.rows[mostRows - 1]?.querySelector("a.request")?.getAttribute("href")?.split("/").at(-1);
    if (last === undefined || !older) return;
    const link = older.querySelector("a");
    const address = new URL(link?.href ?? "", location.href);
    address.searchParams.set("before", last);
    link?.setAttribute("href", address.pathname + address.search);
    older.hidden = false;
  }

  /** The row that is to stay where it is: one with the focus, or any one when the reader is past the first. */
  function rowBeingRead() {
    const focused = body.contains(document.activeElement) ? document.activeElement?.closest("tr") : undefined;
    return focused ?? (body.getBoundingClientRect().top < 0 ? body.rows[0] : undefined);
  }

  /** @param {string} now */
  function tell(now) {
    state.textContent = now;
    state.dataset["state"] = now;
  }
}

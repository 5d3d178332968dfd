import { openBrowser } from "./browser/browser.ts";
import { createMock, serveMock } from "@crm-platform/mock";
const mock = await createMock({ demo: true }); const server = await serveMock({ mock, port: 0 });
const b = await openBrowser("http://127.0.0.1:9"); const c = await b.newContext({}); const page = await c.newPage();
const shots = process.argv[2]?.split(",") ?? [];
for (const p of ["agents.html","proxy.html"]) for (const w of [360, 1024]) {
  await page.setViewportSize({ width: w, height: 800 });
  await page.goto(`${server.url}/docs/${p}`);
  console.log(p, w, await page.evaluate(`[...document.querySelectorAll(".vp-doc *")].filter(e => e.getBoundingClientRect().right > innerWidth+1).slice(0,6).map(e => e.tagName+" "+e.className+" "+e.textContent.slice(0,60))`));
}
for (const [p,w,name,dark] of [["",1440,"landing",0],["operations/records/create.html",1440,"create",0],["operations/records/create.html",390,"create390",0],["operations/records/search.html",1440,"searchdark",1],["getting-started.html",1440,"gs",0],["",390,"landing390",1]] as const) {
  await page.setViewportSize({ width: w, height: 1000 }); await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await page.goto(`${server.url}/docs/${p}`); await page.waitForLoadState("networkidle"); await page.screenshot({ path: `/tmp/shot-${name}.png` });
}
await b.close(); await server.close(); await mock.close();

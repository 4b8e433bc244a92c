import { chromium, devices } from "@playwright/test";
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
const bin = process.env.FRONTDESK_BIN;
const data = mkdtempSync("/tmp/fd-embed-");
const server = spawn(bin, ["serve", "--listen", "127.0.0.1:0", "--data", data, "--limits", "off"], { env: { ...process.env, FRONTDESK_UPLOADS__DISK_FREE_PERCENT: "0", FRONTDESK_SHEDDING: "off" } });
const url = await new Promise((r) => { for (const s of [server.stdout, server.stderr]) s.on("data", (d) => { const m = /listening on (http:\/\/[\d.]+:\d+)/.exec(String(d)); if (m) r(m[1]); }); });
const b = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
const rounds = Number(process.argv[2] ?? 3);
for (let i = 0; i < rounds; i++) {
  const ctx = await b.newContext({ ...devices["Pixel 7"], viewport: { width: 390, height: 844 } });
  const page = await ctx.newPage();
  await page.addInitScript(() => {
    window.tl = [];
    new PerformanceObserver((l) => { for (const e of l.getEntries()) tl.push([Math.round(e.startTime), Math.round(e.duration)]); }).observe({ type: "longtask", buffered: true });
    const look = () => { if (!window.taAt) { const t = document.querySelector("textarea"); if (t) window.taAt = performance.now(); else requestAnimationFrame(look); } };
    new MutationObserver(() => { if (!window.taAt && document.querySelector("textarea")) window.taAt = performance.now(); }).observe(document, { subtree: true, childList: true });
  });
  const s = await ctx.newCDPSession(page);
  await s.send("Network.enable");
  if (!process.env.FASTNET) await s.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200000, uploadThroughput: 200000 });
  await s.send("Emulation.setCPUThrottlingRate", { rate: Number(process.env.CPU ?? 4) });
  const from = Date.now();
  await page.goto(`${url}/chat_online/index?channelId=demo&locale=en`, { waitUntil: "commit" });
  const commit = Date.now() - from;
  await page.locator("textarea").press("H");
  const pressed = Date.now() - from;
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "H");
  const total = Date.now() - from;
  const out = await page.evaluate(() => ({
    ta: Math.round(window.taAt), fcp: Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0), tl,
    nav: (({ responseStart, responseEnd, domInteractive, encodedBodySize }) => ({ responseStart: Math.round(responseStart), responseEnd: Math.round(responseEnd), domInteractive: Math.round(domInteractive), encodedBodySize }))(performance.getEntriesByType("navigation")[0]),
    marks: performance.getEntriesByType("mark").map((m) => [m.name, Math.round(m.startTime)]),
    res: performance.getEntriesByType("resource").map((r) => `${Math.round(r.startTime)}-${Math.round(r.requestStart)}-${Math.round(r.responseStart)}-${Math.round(r.responseEnd)} ${r.encodedBodySize} ${r.nextHopProtocol} ${r.name.replace(/.*\//, "").slice(0, 40)}`),
  }));
  console.log(JSON.stringify({ commit, pressed, total, ta: out.ta, fcp: out.fcp, nav: out.nav, longtasks: out.tl, marks: out.marks }));
  if (i === rounds - 1) console.log(out.res.join("\n"));
  await ctx.close();
}
await b.close(); server.kill("SIGKILL");

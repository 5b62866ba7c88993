// Tests the previews of pages, charts and tables against what services publish about the links that they show:
//
// service                      rule                                                  here
// Open Graph                   og:title, og:type, og:image and og:url                on each page with a preview
// Facebook, LinkedIn, Slack    a picture of at least 200 x 200, with an absolute     PNG; cards have 1200 x 630, charts
//                              address; best 1200 x 630                              their own size
// X                            a picture of at least 300 x 157 and at most 5 MB      twitter:card summary_large_image
// Slack                        reads the first 32 KB of a page                       all tags are in them
// Teams, Notion, Confluence    show Open Graph, or the page in a frame               nothing forbids frames
// oEmbed 1.0                   version, type, and of "rich" html, width, height      JSON, linked with an absolute address
// WordPress                    of unknown sites only an iframe with src, width,      one iframe; what it drops is not needed
//                              height, title; at most 150 KB; in a sandbox that
//                              allows scripts only
// Discourse                    oEmbed's iframe if its host is allowed, or Open       both
//                              Graph
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { after, before, test } from "node:test";

import { baseUrl, fileOf, launch, read, serve, siteFiles } from "./support.mjs";

const base = baseUrl();
const options = { skip: !base && "a site without base_url has no cards" };
const pages = siteFiles().filter((file) => file.endsWith(".html") && read(file).includes('<meta property="og:title"'));
const embeds = pages.filter((file) => file.startsWith("embed/"));

const unescaped = (text) => text.replaceAll("&quot;", '"').replaceAll("&#34;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
const tagsOf = (html) =>
  new Map([...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">/g)].map(([, name, content]) => [name, unescaped(content)]));

// Returns the file of an address of the site.
function published(address) {
  assert.ok(address.startsWith(base), `${address} is not an absolute address of the site`);
  const file = decodeURI(address.slice(base.length).replace(/#.*/, "")) || "index.html";
  assert.ok(existsSync(fileOf(file)), `${address} is not published`);
  return fileOf(file);
}

function sizeOfPng(file) {
  const bytes = readFileSync(file);
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

test("each preview has the tags and a picture that services require, within the bytes that they read", options, () => {
  assert.ok(pages.length > 0);
  for (const page of pages) {
    const tags = tagsOf(readFileSync(fileOf(page)).subarray(0, 32768).toString());
    for (const name of ["title", "type", "image", "url", "description", "site_name"]) assert.ok(tags.get(`og:${name}`), `${page}: og:${name}`);
    assert.equal(tags.get("twitter:card"), "summary_large_image", page);
    published(tags.get("og:url"));
    const picture = published(tags.get("og:image"));
    const { width, height } = sizeOfPng(picture);
    assert.ok(width >= 300 && height >= 200 && statSync(picture).size < 5e6, `${page}: ${width} x ${height}`);
    assert.ok(tags.get("og:image:alt"), page);
    if (tags.has("og:image:width")) assert.deepEqual([tags.get("og:image:width"), tags.get("og:image:height")], [`${width}`, `${height}`], page);
  }
});

test("each chart and table has an oEmbed response that is complete and that WordPress accepts", options, () => {
  assert.ok(embeds.length > 0);
  for (const page of embeds) {
    const head = read(page).split("</head>")[0];
    const [, address] = head.match(/<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/);
    const file = published(unescaped(address));
    assert.ok(statSync(file).size < 150 * 1024, file);
    const response = JSON.parse(readFileSync(file, "utf8"));
    assert.equal(response.version, "1.0");
    assert.equal(response.type, "rich");
    for (const side of ["width", "height"]) assert.ok(Number.isInteger(response[side]) && response[side] > 0, `${file}: ${side}`);
    for (const text of ["title", "provider_name"]) assert.ok(response[text], `${file}: ${text}`);
    assert.equal(response.provider_url, base);
    const [, attributes] = response.html.match(/^<iframe ([^<>]*)><\/iframe>$/);
    const [, source] = attributes.match(/src="([^"]+)"/);
    assert.equal(unescaped(source), tagsOf(head).get("og:url"));
    assert.match(attributes, /title="[^"]+" width="100%" height="\d+"/);
    assert.doesNotMatch(head, /frame-ancestors/);
  }
});

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

test("an embed is drawn in a frame that may only run scripts", options, async () => {
  const server = await serve("/");
  const page = await browser.newPage();
  const outside = [];
  page.on("console", (message) => message.type() === "error" && outside.push(message.text()));
  await page.setContent(`<iframe sandbox="allow-scripts" src="${server.origin}/${embeds[0]}" width="600" height="500"></iframe>`);
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForLoadState("load");
  const body = frame.locator("body");
  assert.equal(await body.evaluate((node) => getComputedStyle(node).margin), "0px");
  assert.ok((await frame.locator("figure").boundingBox()).height > 100);
  assert.deepEqual(outside, []);
  await page.close();
  await server.close();
});

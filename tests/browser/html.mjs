// Finds the tags of an HTML text with their attributes, well enough to find links and ids in the output of the program.
// The Nu checker validates that output (nu.test.mjs).
const kSkipped = /<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1\s*>/gi;
const kTag = /<([a-zA-Z][a-zA-Z0-9:-]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/g;
const kAttribute = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const kEntities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

export function decode(text) {
  return text.replace(/&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return kEntities[name.toLowerCase()] ?? whole;
  });
}

function* scan(html) {
  for (const [, name, text] of html.matchAll(kTag)) {
    const attributes = {};
    for (const [, key, double, single, bare] of text.matchAll(kAttribute))
      attributes[key.toLowerCase()] = decode(double ?? single ?? bare ?? "");
    yield { name: name.toLowerCase(), attributes };
  }
}

export function tags(html) {
  // Script tags count, because they have a src; their contents do not.
  const opened = html.match(/<script\b[^>]*>/gi)?.join("") ?? "";
  return [...scan(html.replace(kSkipped, " ")), ...scan(opened)];
}

// Returns the addresses that a page links to or loads, as written.
export function references(name, attributes) {
  const found = [];
  for (const key of ["href", "src", "poster", "action", "data", "xlink:href"])
    if (attributes[key] !== undefined && !(key === "data" && name !== "object")) found.push(attributes[key]);
  for (const part of (attributes.srcset ?? "").split(",")) if (part.trim()) found.push(part.trim().split(/\s+/)[0]);
  return found;
}

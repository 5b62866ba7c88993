// The browser for tests: headless Chromium without a user interface, which renders the same pages in two thirds of the
// time.
export const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

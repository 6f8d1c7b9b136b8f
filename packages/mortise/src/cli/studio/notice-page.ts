import { createHash } from "node:crypto"
import { mortise } from "../../shared/mortise-command.ts"

/** What a page says that a browser gets instead of the studio. All texts are constants. */
export type Notice = {
  readonly title: string
  readonly text: string
  /** A command to run. */
  readonly command?: string
  readonly link?: { readonly path: string; readonly label: string }
}

export const signInSentence = `Open the link that ${mortise} studio printed. To get a new link, start it again.`

const command = `${mortise} studio`

export const notices = {
  notSignedIn: { title: "This browser is not signed in", text: signInSentence, command },
  usedLink: {
    title: "This link does not work any more",
    text: `It has been used or has expired: a link works once, within five minutes. To get a new link, start ${mortise} studio again.`,
    command,
  },
  noPage: {
    title: "Page not found",
    text: "The studio has no page at this address.",
    link: { path: "/", label: "Show the users" },
  },
  notBuilt: {
    title: "The page is not built",
    text: "Build it in the checkout, and start the studio again.",
    command: "npm run build",
  },
} satisfies Readonly<Record<string, Notice>>

// The studio's colours, from packages/pages/src/tokens.css.
const style = `
:root { color-scheme: light dark; }
body {
  display: grid; place-items: center; min-block-size: 100dvh; margin: 0; padding: 1rem; box-sizing: border-box;
  background: light-dark(#faf9f6, #14161a); color: light-dark(#1b1e23, #eae8e3);
  font: 0.9375rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main {
  inline-size: min(30rem, 100%); box-sizing: border-box; padding: 2rem;
  border: 1px solid light-dark(#e4e1d9, #2c3037); border-radius: 0.75rem; background: light-dark(#ffffff, #1b1e23);
}
p { margin: 0 0 1rem; color: light-dark(#575d66, #a4a9b2); }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
.brand { font-size: 0.875rem; font-weight: 650; }
b, a { color: light-dark(#0a6560, #63c9bf); }
pre {
  margin: 0; padding: 0.5rem 0.75rem; overflow-x: auto; border-radius: 0.5rem; background: light-dark(#f3f1eb, #0f1114);
  font: 0.875rem/1.6 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace;
}
main > :last-child { margin-block-end: 0; }
`

/** Allows this one style in a content security policy. */
export const noticeStyleSource = `'sha256-${createHash("sha256").update(style).digest("base64")}'`

export const noticeDocument = ({ title, text, command, link }: Notice): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Mortise studio</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="brand"><b>Mortise</b> studio</p>
<h1>${title}</h1>
<p>${text}</p>
${command === undefined ? "" : `<pre tabindex="0" aria-label="Command">${command}</pre>`}
${link === undefined ? "" : `<p><a href="${link.path}">${link.label}</a></p>`}
</main>
</body>
</html>
`

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Scoreboard } from "../../peers/scoreboard/scoreboard.ts"
import { root } from "../../scripts/ensure-install.mjs"
import { type Bar, drawBars } from "./charts/bar-chart.ts"
import { withSiteLinks } from "./links.ts"
import type { Page } from "./page.ts"
import { drawReplay, findRecorded, replayHead } from "./scoreboard/replay.ts"
import { topics } from "./site-map.ts"
import { toPageAddress } from "./slug.ts"

const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** The entry whose worst finding opens the start page: the adapter that the first change of the README replaces. */
export const frontEntry = "authjs/drizzle-on-mariadb"

/** The start page: what it is, for whom, the switch, the laboratory's result, and the ways in. */
export function startPage(pages: ReadonlySet<string>): Page {
  const readme = withSiteLinks("README.md", read("README.md"), pages)
  const scoreboard: Scoreboard = JSON.parse(read("docs/scoreboard.json"))
  const [change = "", ...otherHosts] = section(readme, "Which host?").split(/\n(?=\*\*Better Auth)/)
  return {
    title: "Sign-in on the database you already have",
    description:
      "Mortise stores users, accounts, sessions, one-time links and passkeys, and keeps its promises under races, faults and odd input.",
    matter: {
      template: "splash",
      head: [{ tag: "title", content: "Mortise: sign-in on the database you already have" }, ...replayHead],
    },
    body: [
      lead,
      "",
      argument(scoreboard, change.replace(/^## .*\n/, "").trim()),
      "",
      "## Another host",
      "",
      otherHosts.join("\n"),
      "",
      "## What the laboratory found",
      "",
      "One suite runs on every adapter. The bars count the reasons why an official Auth.js adapter breaks a rule that safe sign-in needs: a link that works twice, a deleted session that comes back, an error that prints a token.",
      "",
      laboratory(scoreboard),
      "",
      "Each finding is listed with its cases: [the scoreboard](/peers/) has every adapter of Auth.js and Better Auth on every store. [Run the suite on yours](/conformance/).",
      "",
      "## Start here",
      "",
      cards(quickstarts),
      "",
      "## On your database",
      "",
      cards(stores),
      "",
      "## Every topic",
      ...topics.flatMap(topicLinks),
      "",
      "## Your question",
      "",
      cards(questions),
    ].join("\n"),
  }
}

const lead = `<p class="lead">Mortise stores users, accounts, sessions, one-time links and passkeys in your PostgreSQL, MySQL, SQLite or Redis: as the <code>adapter</code> of Auth.js, or as the <code>database</code> of Better Auth. For teams that would rather not find out from their users that a link worked twice.</p>

<p class="actions"><a class="action action-primary" href="/quickstart/nextjs/">Quickstart</a> <a class="action" href="/upgrade/">Switch from an official adapter</a> <a class="action" href="/try/">Try it in the browser</a></p>`

/** The worst finding of an adapter, and beside it the change that ends it. */
function argument({ entries, libraries }: Scoreboard, change: string): string {
  const entry = entries.find(({ id }) => id === frontEntry)
  const [finding] = entry?.problem === undefined && entry ? (findRecorded(entry) ?? []) : []
  if (!entry || entry.problem !== undefined || !finding)
    throw new Error(`Nothing of ${frontEntry} is recorded: npm run scoreboard -- record ${frontEntry}`)
  return [
    '<div class="argument">',
    drawReplay(entry, libraries[entry.library]),
    "<div>",
    "",
    change,
    "",
    `These calls were made and answered so. [All findings of this adapter](/scoreboard/${entry.id}/). This repeats it, in a clone:`,
    "",
    "```sh",
    finding.reproduce,
    "```",
    "",
    "</div>",
    "</div>",
  ].join("\n")
}

/** A section of the README, with its heading. */
function section(readme: string, heading: string): string {
  const start = readme.indexOf(`## ${heading}`)
  if (start < 0) throw new Error(`README.md has no section "${heading}".`)
  return (
    readme
      .slice(start)
      .split(/\n(?=## )/)[0]
      ?.trim() ?? ""
  )
}

/** The causes of broken musts per adapter of Auth.js on PostgreSQL. Of several entries of a package, the best counts. */
function laboratory({ entries }: Scoreboard): string {
  const causes = new Map<string, number>()
  for (const entry of entries) {
    if (entry.problem !== undefined || entry.library !== "authjs" || entry.store !== "postgres") continue
    const { package: name, counts } = entry
    causes.set(name, Math.min(counts.causes, causes.get(name) ?? Number.POSITIVE_INFINITY))
  }
  const bars = [...causes].sort(([, a], [, b]) => a - b)
  return drawBars({
    title: "Must-rules broken on PostgreSQL, by cause. Fewer is better.",
    groups: [
      {
        label: "",
        bars: bars.map(([label, value]): Bar => {
          const tone = label === "mortise" ? "ours" : "bad"
          return { label, value, shown: String(value), tone }
        }),
      },
    ],
  })
}

/** A topic with links to all its pages. */
const topicLinks = ({ label, entries }: (typeof topics)[number]): string[] => [
  "",
  `### ${label}`,
  "",
  entries
    .flatMap((entry) => ("label" in entry ? [] : [`[${entry[0]}](${toPageAddress(entry[1])})`]))
    .join(" · "),
]

type Card = readonly [title: string, text: string, address: string]

const quickstarts: readonly Card[] = [
  ["Auth.js", "which way is yours", "/authjs/"],
  ["Better Auth", "in all four frameworks", "/quickstart/better-auth/"],
  ["Without a host", "mortise/auth: sign-in in ten lines", "/auth-start/"],
  ["Next.js", "Auth.js in the App Router", "/quickstart/nextjs/"],
  ["SvelteKit", "Auth.js in hooks and pages", "/quickstart/sveltekit/"],
  ["Express", "Auth.js in a server", "/quickstart/express/"],
  ["Hono", "Auth.js on any runtime", "/quickstart/hono/"],
  ["Cloudflare Workers", "Auth.js on D1", "/quickstart/worker/"],
]

const stores: readonly Card[] = [
  ["PostgreSQL", "pg, postgres.js, Neon, PGlite", "/clients/pg/"],
  ["MySQL and MariaDB", "mysql2, mariadb", "/clients/mysql2/"],
  ["SQLite", "libsql, node:sqlite, better-sqlite3", "/clients/libsql/"],
  ["Cloudflare", "D1 and Durable Objects", "/clients/d1/"],
  ["Redis", "ioredis, redis, Upstash", "/clients/ioredis/"],
  ["Your ORM", "Drizzle, Prisma, Kysely and four more", "/orms/drizzle/"],
]

const questions: readonly Card[] = [
  ["Something failed", "every error code, and what to do", "/troubleshooting/"],
  ["Is my adapter right?", "run the suite on it", "/conformance/"],
  ["What must hold?", "the contract, clause by clause", "/contract/"],
  ["What do I import?", "every module: hosts, stores, tools", "/imports/"],
  ["Passwords, 2FA, SSO?", "what is not here, and where to get it", "/not-included/"],
]

const cards = (list: readonly Card[]): string =>
  `<ul class="cards">${list.map(([title, text, address]) => `<li><a href="${address}"><strong>${title}</strong><span>${text}</span></a></li>`).join("")}</ul>`

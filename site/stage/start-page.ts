import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { MeasuredEntry, Scoreboard } from "../../peers/scoreboard/scoreboard.ts"
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

/** The start page: what it is, for whom, the switch per host, the laboratory's result, and the ways in. */
export function startPage(pages: ReadonlySet<string>): Page {
  const readme = withSiteLinks("README.md", read("README.md"), pages)
  const scoreboard: Scoreboard = JSON.parse(read("docs/scoreboard.json"))
  const [authjs = "", betterAuth = "", init = ""] = section(readme, "Which host?")
    .split(/\n(?=\*\*)/)
    .slice(1)
  return {
    title: "Sign-in on the database you already have",
    description:
      "Mortise stores users, accounts, sessions, one-time links and passkeys, and keeps its promises under races, faults and odd input.",
    matter: {
      template: "splash",
      head: [{ tag: "title", content: "Mortise: sign-in on the database you already have" }, ...replayHead],
    },
    body: [
      `<p class="lead">${readme.split("\n\n")[1]}</p>`,
      "",
      actions,
      "",
      argument(scoreboard, [authjs, betterAuth]),
      "",
      "## What the laboratory found",
      "",
      "One suite per library runs on every adapter. The bars count the reasons why an adapter breaks a rule that safe sign-in needs: a link that works twice, a deleted session that comes back, an error that prints a token.",
      "",
      laboratory(scoreboard),
      "",
      "[The scoreboard](/peers/) has every adapter on every store, and each finding with the command that repeats it. [Run the suite on yours](/conformance/).",
      "",
      "## Start here",
      "",
      // The cards are the quickstarts that the README lists below the command.
      init.replace(/\nQuickstarts:[\s\S]*/, ""),
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

const actions = `<p class="actions"><a class="action action-primary" href="/quickstart/nextjs/">Quickstart</a> <a class="action" href="/upgrade/">Switch from an official adapter</a> <a class="action" href="/try/">Try it in the browser</a></p>`

/** The worst finding of an adapter, and beside it the change per host that ends it, and how to repeat it. */
function argument(scoreboard: Scoreboard, changes: readonly string[]): string {
  const entry = findEntry(scoreboard, frontEntry)
  const [finding, replay] = findRecorded(entry) ?? []
  if (!finding || !replay)
    throw new Error(`Nothing of ${frontEntry} is recorded: npm run scoreboard -- record ${frontEntry}`)
  const ours = findEntry(scoreboard, `${entry.library}/mortise-on-${entry.store}`)
  if (ours.findings.some((failure) => failure.case === finding.case))
    throw new Error(`Mortise breaks ${finding.case}, too: the start page must not open with it.`)
  return [
    '<div class="argument">',
    drawReplay(entry, scoreboard.libraries[entry.library]),
    "<div>",
    "",
    ...changes.flatMap((change) => [change.trim().replace("```diff", "```diff wrap"), ""]),
    `The same case on \`mortise/${entry.store}\`, in all ${scoreboard.seeds.length} runs: **${replay.expected}**. [All findings of this adapter](/scoreboard/${entry.id}/). To repeat it, in a clone:`,
    "",
    "```sh wrap",
    finding.reproduce,
    "```",
    "",
    "</div>",
    "</div>",
  ].join("\n")
}

function findEntry({ entries }: Scoreboard, id: string): MeasuredEntry {
  const entry = entries.find((entry) => entry.id === id)
  if (!entry || entry.problem !== undefined) throw new Error(`${id} is not measured: npm run scoreboard`)
  return entry
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

/** The causes of broken musts per adapter on PostgreSQL. Of several entries of a package, the best counts. */
const laboratory = ({ entries, libraries }: Scoreboard): string =>
  drawBars({
    title: "Broken rules on PostgreSQL, by cause. Fewer is better.",
    groups: Object.entries(libraries).map(([library, { title }]) => {
      const causes = new Map<string, number>()
      for (const entry of entries) {
        if (entry.problem !== undefined || entry.library !== library || entry.store !== "postgres") continue
        const { package: name, counts } = entry
        causes.set(name, Math.min(counts.causes, causes.get(name) ?? Number.POSITIVE_INFINITY))
      }
      const bars = [...causes].sort(([, a], [, b]) => a - b)
      return {
        label: `Adapters of ${title}`,
        bars: bars.map(([label, value]): Bar => {
          const tone = label === "mortise" ? "ours" : "bad"
          return { label, value, shown: String(value), tone }
        }),
      }
    }),
  })

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

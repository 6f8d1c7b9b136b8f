import { describe, expect, test } from "vitest"
import { titleHarm } from "../../../../peers/scoreboard/harm-words.ts"
import { page as formatScoreboard } from "../../../../peers/scoreboard/page.ts"
import { deadLinks, readPage } from "../../../../site/check/built-site.ts"
import { translateCommands } from "../../../../site/src/package-tabs/commands.ts"
import { rankByPhrases, rankPages, splitQuestion } from "../../../../site/src/search/ranking.ts"
import { escapeHtml } from "../../../../site/stage/escape-html.ts"
import { withSiteLinks } from "../../../../site/stage/links.ts"
import { formatPage, parsePage } from "../../../../site/stage/page.ts"
import { robotFiles } from "../../../../site/stage/robot-files.ts"
import { linkNumbers } from "../../../../site/stage/scoreboard/link-numbers.ts"
import { readScoreboard, scoreboardPages } from "../../../../site/stage/scoreboard-pages.ts"
import { sources } from "../../../../site/stage/sidebar.ts"
import { withBasePath } from "../../../../site/stage/site-address.ts"
import { startPage } from "../../../../site/stage/start-page.ts"
import { harms } from "../../../conformance/src/engine/harm.ts"

test("the sidebar lists every page of docs/", () => {
  expect(sources().length).toBeGreaterThan(50)
})

test("links to pages lead to the site, and links to other files to the repository", () => {
  const text =
    "[a](../auth.md#email) [`b`](pg.md) [c](../../package.json)\n```md\n[d](none.md)\n```\n`[e](none.md)`"
  expect(withSiteLinks("docs/clients/neon.md", text, new Set(sources()))).toBe(
    "[a](/auth/#email) [`b`](/clients/pg/) [c](https://github.com/mortise-auth/mortise/blob/main/package.json)\n```md\n[d](none.md)\n```\n`[e](none.md)`",
  )
})

test("words for the search are indexed and not shown", () => {
  const page = parsePage("# Title\n\n<!-- Search: log out, sign out -->\n\nA sentence. More.\n")
  expect(page).toMatchObject({ title: "Title", description: "A sentence.", search: "log out, sign out" })
  expect(page.body).not.toContain("Search")
  expect(formatPage({ ...page, description: 'The "why".' })).toMatch(
    /\n---\n<p hidden [^>]*data-about="The &quot;why&quot;\."[^>]*>log out, sign out<\/p>\n\n\nA sentence/,
  )
})

describe("the search", () => {
  test("takes a question apart into words that tell its page, unless it is in quotes", () => {
    expect(splitQuestion("Why is @auth/pg-adapter slow? Slow!")).toEqual(["@auth/pg-adapter", "slow"])
    expect(splitQuestion("What is this?")).toEqual(["what", "is", "this"])
    expect(splitQuestion(' "too many clients" ')).toEqual([])
  })

  const page = (id: string, score: number) => ({ id, score })
  const rank = (...lists: Parameters<typeof rankPages>) => rankPages(...lists).map((entry) => entry.page.id)

  test("finds pages without a word, and ranks several words above one that is often there", () => {
    const perWord = [[page("often", 16)], [page("both", 9)], [page("both", 9), page("often", 0.01)], []]
    expect(rank([], perWord)).toEqual(["both", "often"])
  })

  test("ranks the pages with both of two words first", () => {
    const perWord = [[page("one", 25), page("both", 1)], [page("both", 1)]]
    expect(rank([page("both", 2)], perWord)).toEqual(["both", "one"])
    expect(rank([], perWord)).toEqual(["one", "both"])
  })

  test("ranks the page first that has the phrase most like the question", () => {
    const ranked = [
      { page: page("longer", 9), score: 10 },
      { page: page("equal", 9), score: 8 },
      { page: page("none", 9), score: 7 },
    ]
    const phrases = [["test Better Auth adapters"], ["own stores", "test my adapters"], []]
    const again = rankByPhrases(ranked, splitQuestion("test an adapter"), phrases)
    expect(again.map((entry) => entry.page.id)).toEqual(["equal", "longer", "none"])
  })
})

test("commands for npm become those of other package managers", () => {
  const commands =
    "npm init -y\nnpm install mortise pg\nnpm install --save-dev tsx\nnpx mortise secret | npx tsx a.ts"
  expect(translateCommands(commands, "pnpm")).toBe(
    "npm init -y\npnpm add mortise pg\npnpm add --save-dev tsx\npnpm exec mortise secret | pnpm exec tsx a.ts",
  )
  expect(translateCommands(commands, "yarn")).toContain("yarn add --dev tsx\nyarn mortise secret | yarn tsx")
  expect(translateCommands("KEY=… npx mortise init", "yarn")).toBe("KEY=… yarn dlx mortise init")
  expect(translateCommands("npx mortise migrate", "bun")).toBe("bunx mortise migrate")
  // Commands for a clone of this repository, and commands of other programs.
  for (const text of ["npm install", "npm run cluster -- postgres", "npm start", "psql app"])
    expect(translateCommands(text, "pnpm")).toBeUndefined()
})

test("a link to a file that does not exist is refused", () => {
  expect(() => withSiteLinks("docs/auth.md", "[a](none.md)", new Set())).toThrow(
    "docs/auth.md links to docs/none.md, which does not exist.",
  )
})

test("dead links and anchors of the built site are reported", () => {
  const pages = [
    readPage(
      "/",
      '<a href="/a/#known">a</a><a href="/a/#lost">b</a><img src="/no.png"><a href="https://x.example">',
    ),
    readPage("/a/", '<h2 id="known">A</h2><a href="../b/">c</a><pre>&lt;a href="/code/"></pre>'),
  ]
  expect(deadLinks(pages, () => false)).toEqual([
    "/ links to /a/#lost: no such section.",
    "/ links to /no.png: no such page.",
    "/a/ links to ../b/: no such page.",
  ])
})

describe("a site below a path", () => {
  test("has the path in its links and files, but not in code and other sites' links", () => {
    const page = [
      '---\nhead: [{"attrs":{"src":"/try/playground.js"}}]\n---',
      '[Start](/auth/#top) ![picture](/studio.png) <a href="/try/">Try it</a> [they](https://example.org/auth/)',
      "`[Start](/auth/)`",
    ]
    expect(withBasePath(page.join("\n"), "/docs/").split("\n")).toEqual([
      "---",
      'head: [{"attrs":{"src":"/docs/try/playground.js"}}]',
      "---",
      '[Start](/docs/auth/#top) ![picture](/docs/studio.png) <a href="/docs/try/">Try it</a> [they](https://example.org/auth/)',
      "`[Start](/auth/)`",
    ])
  })

  test("language models get a list of guides, and their texts", () => {
    const guide = { title: "Users", description: "How to find one.", body: "\nAsk.\n" }
    const files = robotFiles([["users", guide]])
    expect(files["llms.txt"]).toContain("- [Users](/users/): How to find one.\n")
    expect(files["llms-full.txt"]).toBe("# Users\n\nSource: /users/\n\nAsk.\n")
    expect(files["robots.txt"]).toBe("User-agent: *\nAllow: /\n")
  })
})

describe("the pages of the scoreboard", () => {
  const scoreboard = readScoreboard()
  if (!scoreboard) throw new Error("docs/scoreboard.json is missing.")
  const pages = new Map(scoreboardPages(scoreboard))
  const measured = scoreboard.entries.filter((entry) => entry.problem === undefined)

  test("each opens with the recorded run of a finding and its command, then lists the worst first", () => {
    for (const entry of measured) {
      const body = pages.get(`scoreboard/${entry.id}`)?.body ?? ""
      if (entry.replay)
        expect(body).toMatch(/^<figure class="replay[\s\S]*<\/figure>\n\n```sh wrap\nnpm run scoreboard/)
      const headings = [...body.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
      const worst = harms.filter((harm) => entry.counts.harms[harm] > 0).map(titleHarm)
      expect(headings.slice(0, worst.length)).toEqual(worst)
    }
  })

  test("each number of the summary leads to the section with as many findings", () => {
    const linked = linkNumbers(formatScoreboard(scoreboard), scoreboard)
    const links = [...linked.matchAll(/\[(\d+)\]\(\/(scoreboard\/[^)]+)\/#([^)]+)\)/g)]
    expect(links.length).toBeGreaterThan(100)
    for (const [, count, slug = "", anchor = ""] of links)
      expect(pages.get(slug)?.body).toMatch(
        new RegExp(`^## ${anchor.replaceAll("-", " ")}\n\n${count}: `, "im"),
      )
  })

  test("the start page opens with such a run beside the change that ends it", () => {
    const { body } = startPage(new Set())
    expect(body.indexOf('<figure class="replay')).toBeLessThan(body.indexOf("```diff"))
    expect(body.indexOf("```diff")).toBeLessThan(body.indexOf("\n## "))
  })

  test("a text of an adapter is no markup", () => {
    expect(escapeHtml('<b>"a" & b</b>\n\nc')).toBe("&lt;b&gt;&quot;a&quot; &amp; b&lt;/b&gt; c")
  })
})

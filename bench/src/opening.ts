import type { Section } from "./table.ts"

/** The stores whose session lookups open the page. */
const stores = ["postgres", "mariadb", "sqlite", "redis", "memory"]

/** The page's answer, before its tables: session lookups per store, ours and the fastest of the others. */
export function openingLines(sections: readonly Section[]): string[] {
  const found = stores.flatMap((store) => sections.find(({ title }) => title === store) ?? []).map(lookupsOf)
  const [first] = found
  if (first === undefined) return []
  return [
    `With one caller, \`${first.adapter}\` answers ${first.one.ours} times as many session lookups (\`getSessionAndUser\`) as hand-written code on the same client, and with 32 callers, whose lookups it batches, ${first.many.ours} times as many. Per store, as a multiple of the hand-written code; higher is faster:`,
    "",
    "| store | adapter | 1 caller | 32 callers | fastest other, 1 caller | fastest other, 32 callers |",
    "|---|---|---|---|---|---|",
    ...found.map(
      ({ store, adapter, one, many }) =>
        `| [${store}](#${store}) | ${adapter} | ${one.ours} | ${many.ours} | ${one.other} | ${many.other} |`,
    ),
    "",
  ]
}

function lookupsOf({ title, text }: Section) {
  const names = cellsOf(text, "operation")
  const ours = names.findIndex((name) => name.startsWith("mortise/"))
  const rates = (callers: string) => {
    const ratios = cellsOf(text, `getSessionAndUser, ${callers}`).map((cell) => cell.split(" ")[0] ?? "")
    const others = ratios
      .map((ratio, nth) => ({
        ratio: Number(ratio),
        shown: `${ratio}, ${names[nth]}`,
        name: names[nth] ?? "",
      }))
      .filter(({ ratio, name }) => ratio > 0 && /^(@auth\/|better-auth)/.test(name))
      .sort((a, b) => b.ratio - a.ratio)
    return { ours: ratios[ours] ?? "–", other: others[0]?.shown ?? "–" }
  }
  return { store: title, adapter: names[ours] ?? "–", one: rates("1 caller"), many: rates("32 callers") }
}

/** The cells of the first row that begins with a name, without it. */
function cellsOf(text: string, name: string): string[] {
  const row = text.split("\n").find((line) => line.startsWith(`| ${name} |`)) ?? ""
  return row
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim())
}

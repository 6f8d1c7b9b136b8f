import { type Harm, harms } from "../../../packages/conformance/src/engine/harm.ts"
import { nameHarm } from "../../../peers/scoreboard/harm-words.ts"
import type { Scoreboard } from "../../../peers/scoreboard/scoreboard.ts"

/** The section of an entry's page with its findings of a harm. */
export const harmAnchor = (harm: Harm): string => `#${nameHarm(harm).replaceAll(" ", "-")}`

/** The heads of columns whose numbers have a section on the page of each adapter. */
const anchors: Readonly<Record<string, string>> = {
  ...Object.fromEntries(harms.map((harm) => [nameHarm(harm), harmAnchor(harm)])),
  causes: "",
  "not seen": "#races-that-were-not-seen",
}

/** Lets each number of the summary's tables lead to its findings. */
export function linkNumbers(page: string, { entries, libraries }: Scoreboard): string {
  let [library, heads]: [string, readonly string[]] = ["", []]
  const title = (name: string) => `## Adapters of ${libraries[name as keyof typeof libraries].title}`
  return page
    .split("\n")
    .map((line) => {
      library = Object.keys(libraries).find((name) => line === title(name)) ?? library
      if (!line.startsWith("|")) return line
      const cells = line.split("|").map((text) => text.trim())
      if (cells[1] === "adapter") heads = cells
      const entry = entries.find((entry) => entry.library === library && entry.name === cells[1])
      if (!entry) return line
      const address = `/scoreboard/${entry.id}/`
      const linked = cells.map((text, index) => {
        const anchor = anchors[heads[index] ?? ""]
        if (index === 1) return `[${text}](${address})`
        return anchor === undefined || !/^[1-9]/.test(text) ? text : `[${text}](${address}${anchor})`
      })
      return linked.join(" | ").trim()
    })
    .join("\n")
}

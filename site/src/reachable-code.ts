import type { StarlightExpressiveCodeOptions } from "@astrojs/starlight/expressive-code"
import type { Element, Root } from "hast"

type Plugin = Extract<NonNullable<StarlightExpressiveCodeOptions["plugins"]>[number], { name: string }>

/** Lets the keyboard reach code blocks, which scroll if a line is long. */
export const reachableCode: Plugin = {
  name: "reachable code",
  hooks: {
    postprocessRenderedBlock: ({ renderData }) => reach(renderData.blockAst),
  },
}

function reach(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== "element") continue
    if (child.tagName === "pre") child.properties["tabIndex"] = 0
    else reach(child)
  }
}

import type { Element, Root } from "hast"

/** Puts every table into a region that scrolls by itself and that the keyboard reaches. */
export const rehypeTables = () => (tree: Root) => wrapTables(tree)

function wrapTables(parent: Root | Element): void {
  for (const [index, child] of parent.children.entries()) {
    if (child.type !== "element") continue
    if (child.tagName === "table") parent.children[index] = inRegion(child)
    else wrapTables(child)
  }
}

const inRegion = (table: Element): Element => ({
  type: "element",
  tagName: "div",
  properties: { className: ["table"], role: "region", ariaLabel: "Table", tabIndex: 0 },
  children: [table],
})

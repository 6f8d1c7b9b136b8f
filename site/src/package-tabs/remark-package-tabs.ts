import type { Code, Parent, Root, RootContent } from "mdast"
import { type Manager, managers, translateCommands } from "./commands.ts"

/** Gives each block of commands for npm a tab for every package manager. Without a script, the one for npm is shown. */
export const remarkPackageTabs = () => {
  let count = 0
  const toNextTabs = (code: Code): RootContent | undefined => {
    const panels = listPanels(code)
    if (!panels) return undefined
    count += 1
    return toTabs(panels, `commands-${count}`)
  }
  return (tree: Root) => {
    count = 0
    replaceCommands(tree, toNextTabs)
  }
}

type Panel = { readonly manager: Manager; readonly code: Code }

function replaceCommands(parent: Parent, toTabs: (code: Code) => RootContent | undefined): void {
  for (const [index, child] of parent.children.entries()) {
    if (child.type === "code") parent.children[index] = toTabs(child) ?? child
    else if ("children" in child) replaceCommands(child, toTabs)
  }
}

/** The commands for each manager, or `undefined` if the block has none. */
function listPanels(code: Code): Panel[] | undefined {
  if (code.lang !== "sh") return undefined
  const panels: Panel[] = []
  for (const manager of managers) {
    const value = manager === "npm" ? code.value : translateCommands(code.value, manager)
    if (value === undefined) return undefined
    panels.push({ manager, code: { ...code, value } })
  }
  return panels
}

const toTabs = (panels: readonly Panel[], id: string): RootContent =>
  createElement("div", { className: ["package-tabs"] }, [
    createElement(
      "div",
      { role: "tablist", ariaLabel: "Package manager", dataPagefindIgnore: "" },
      panels.map(({ manager }) => toTab(manager, id)),
    ),
    ...panels.map(({ manager, code }) =>
      createElement(
        "div",
        {
          role: "tabpanel",
          id: `${id}-${manager}`,
          ariaLabelledBy: [`${id}-${manager}-tab`],
          dataManager: manager,
          // The search would count every command four times.
          ...(manager !== "npm" && { dataPagefindIgnore: "" }),
        },
        [code],
      ),
    ),
  ])

const toTab = (manager: Manager, id: string): RootContent =>
  createElement(
    "button",
    {
      type: "button",
      role: "tab",
      id: `${id}-${manager}-tab`,
      ariaControls: [`${id}-${manager}`],
      ariaSelected: String(manager === "npm"),
      tabIndex: manager === "npm" ? 0 : -1,
      dataManager: manager,
    },
    [{ type: "text", value: manager }],
  )

/** A node that becomes this element of the page. */
const createElement = (
  hName: string,
  hProperties: Record<string, string | number | string[]>,
  children: readonly RootContent[],
): RootContent => ({ type: "packageTabs", data: { hName, hProperties }, children }) as unknown as RootContent

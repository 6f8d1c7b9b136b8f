import { type Manager, managers } from "./commands.ts"
import { storageKey } from "./restore-choice.ts"

// Runs on every page. The style sheet shows the panel of the manager that the root element names.
const root = document.documentElement
const tabs = [...document.querySelectorAll<HTMLElement>(".package-tabs [role=tab]")]

const readManager = ({ dataset }: HTMLElement): Manager =>
  managers.find((manager) => manager === dataset["manager"]) ?? "npm"

/** Selects the tabs of a manager in all blocks of the page. */
function select(selected: Manager): void {
  root.dataset["packageManager"] = selected
  for (const tab of tabs) {
    const isSelected = readManager(tab) === selected
    tab.ariaSelected = String(isSelected)
    tab.tabIndex = isSelected ? 0 : -1
  }
}

function choose(tab: HTMLElement): void {
  select(readManager(tab))
  try {
    localStorage.setItem(storageKey, readManager(tab))
  } catch {
    // Storage may be blocked: the choice then holds for this page.
  }
}

/** The place of the tab to which a key moves, among the tabs of its block. */
const places: Readonly<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => (index + 1) % managers.length,
  ArrowLeft: (index) => (index + managers.length - 1) % managers.length,
  Home: () => 0,
  End: () => managers.length - 1,
}

for (const tab of tabs) {
  tab.addEventListener("click", () => choose(tab))
  tab.addEventListener("keydown", (event) => {
    const place = places[event.key]?.(managers.indexOf(readManager(tab)))
    const next = place === undefined ? undefined : tab.parentElement?.children[place]
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    choose(next)
    next.focus()
  })
}

const remembered = managers.find((manager) => manager === root.dataset["packageManager"])
select(remembered ?? "npm")

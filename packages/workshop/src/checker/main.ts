/**
 * Runs every order on an engine, or on all of them, and prints how many: `npm run check:orders -- SQLite`. With `--write`,
 * the numbers replace those in docs/guarantees.md. With calls and an order, as a failing order prints them, repeats that
 * order.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../../../scripts/ensure-install.mjs"
import { type Checked, checkScenarios } from "./check-scenarios.ts"
import { engines } from "./engines.ts"
import { printViolation } from "./print-violation.ts"
import { repeatOrder } from "./repeat-order.ts"
import { listParts } from "./scenarios.ts"

const words = process.argv.slice(2)
const names = words.filter((word) => word !== "--write")
const [first = ""] = names

if (names.length > 2) await repeat()
else await runAll(names.length > 0 ? names : Object.keys(engines))

async function repeat(): Promise<void> {
  const engine = await open(first)
  const violation = await repeatOrder(engine, names.slice(1, -1), names.at(-1) ?? "")
  await engine.close()
  console.log(
    violation ? printViolation(violation) : "This order has the results of an order of the whole calls.",
  )
  if (violation) process.exitCode = 1
}

async function runAll(chosen: readonly string[]): Promise<void> {
  const rows: string[] = []
  for (const name of chosen) {
    for (const { name: part, scenarios, bounds } of listParts(name)) {
      const engine = await open(name)
      const start = performance.now()
      const checked = await checkScenarios(engine, scenarios, bounds)
      await engine.close()
      for (const violation of checked.violations) console.log(`${printViolation(violation)}\n`)
      if (checked.violations.length > 0) process.exitCode = 1
      rows.push(formatRow(name, part, checked))
      console.log(
        `${rows.at(-1)} ${Math.round((performance.now() - start) / 1000)} s, ${checked.diverged} diverged`,
      )
    }
  }
  if (words.includes("--write") && !process.exitCode) write(rows)
}

async function open(name: string) {
  const openEngine = engines[name]
  if (!openEngine)
    throw new Error(`There is no engine ${name}: choose one of ${Object.keys(engines).join(", ")}.`)
  return openEngine()
}

function formatRow(name: string, part: string, { scenarios, runs, skipped, leftOut }: Checked): string {
  return `| ${[name, part, scenarios, runs, skipped, leftOut].join(" | ")} |`
}

/** Replaces the table in the document. */
function write(rows: readonly string[]): void {
  const file = join(root, "docs", "guarantees.md")
  const text = readFileSync(file, "utf8")
  const head = [
    "| engine | calls at once | groups of calls | orders run | branches skipped | left out |",
    "|---|---|---|---|---|---|",
  ]
  const marked = /(<!-- npm run check:orders -- --write: begin -->\n\n)[\s\S]*?(\n\n<!-- end -->)/
  writeFileSync(
    file,
    text.replace(marked, (_, begin, end) => begin + [...head, ...rows].join("\n") + end),
  )
}

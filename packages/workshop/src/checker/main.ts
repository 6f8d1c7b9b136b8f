/**
 * Runs every order on an engine, or on all of them, and prints how many: `npm run check:orders -- SQLite`, with the
 * name of a part only that. With `--write`, the numbers replace the earlier ones in docs/guarantees.md. With calls and an order, as a failing order prints them, repeats that
 * order.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../../../scripts/ensure-install.mjs"
import { checkScenarios } from "./check-scenarios.ts"
import { engines, openEngine } from "./engines.ts"
import { printViolation } from "./print-violation.ts"
import { repeatOrder } from "./repeat-order.ts"
import { listParts, type Part } from "./scenarios.ts"

const words = process.argv.slice(2)
const names = words.filter((word) => word !== "--write")
const [first, chosenPart] = names

if (names.length > 2) await repeat()
else await runAll(first ? [first] : Object.keys(engines).filter((name) => name !== "Claim protocol"))

async function repeat(): Promise<void> {
  const engine = await openEngine(first ?? "")
  const violation = await repeatOrder(engine, names.slice(1, -1), names.at(-1) ?? "")
  await engine.close()
  console.log(
    violation ? printViolation(violation) : "This order has the results of an order of the whole calls.",
  )
  if (violation) process.exitCode = 1
}

async function runAll(chosen: readonly string[]): Promise<void> {
  for (const name of chosen)
    for (const part of listParts(name)) if (!chosenPart || part.name === chosenPart) await runPart(name, part)
}

async function runPart(name: string, part: Part): Promise<void> {
  const engine = await openEngine(name, part.variant)
  const start = performance.now()
  const { violations, ...counts } = await checkScenarios(engine, part.scenarios, part.bounds)
  await engine.close()
  for (const violation of violations) console.log(`${printViolation(violation)}\n`)
  if (violations.length > 0) process.exitCode = 1
  const groups = `${counts.scenarios} of ${counts.scenarios + part.leftOut}`
  const row = [name, part.name, groups, counts.runs, counts.skipped, counts.leftOut]
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`| ${row.join(" | ")} | ${seconds} s, ${counts.diverged} diverged`)
  if (words.includes("--write") && violations.length === 0) writeRow(row.map(String))
}

/** Replaces a row of the table in the document, or adds it. */
function writeRow(row: readonly string[]): void {
  const file = join(root, "docs", "guarantees.md")
  const text = readFileSync(file, "utf8")
  const start = `| ${row.slice(0, 2).join(" | ")} |`
  const line = `| ${row.join(" | ")} |`
  const marked = /(<!-- npm run check:orders -- --write: begin -->\n\n)([\s\S]*?)(\n\n<!-- end -->)/
  const withRow = (_: string, begin: string, table: string, end: string) => {
    const rows = table.split("\n").filter((other) => !other.startsWith(start))
    return begin + [...rows, line].join("\n") + end
  }
  writeFileSync(file, text.replace(marked, withRow))
}

import { readdirSync } from "node:fs"
import { sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import type { Case } from "../src/suites/authjs/case.ts"
import { cases } from "../src/suites/authjs/cases/index.ts"

const folder = fileURLToPath(new URL("../src/suites/authjs/", import.meta.url))
const areas = ["cases", "lives", "programs"]

const isCase = (value: unknown): value is Case =>
  typeof value === "object" && value !== null && "id" in value && "run" in value && "harm" in value

const topicOf = (id: string): string => id.split("/")[0] ?? ""

/** The names under which a file is found: its own, and those of its folders. */
const namesOf = (file: string): string[] => file.replace(/\.ts$/, "").split(sep)

const files = areas.flatMap((area) =>
  readdirSync(`${folder}${area}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith("index.ts"))
    .map((file) => `${area}${sep}${file}`),
)

/** The file of each case. */
const places = new Map<string, string>()
for (const file of files) {
  const exported: Record<string, unknown> = await import(pathToFileURL(`${folder}${file}`).href)
  for (const one of Object.values(exported).flat())
    if (isCase(one) && (!places.has(one.id) || namesOf(file).includes(topicOf(one.id))))
      places.set(one.id, file)
}

test("every case is found by its topic: a file or a folder of that name", () => {
  expect([...places.keys()].sort()).toEqual(cases.map(({ id }) => id).sort())
  expect([...places].filter(([id, file]) => !namesOf(file).includes(topicOf(id)))).toEqual([])
})

test("a topic is one file or one folder", () => {
  const homes = new Map<string, Set<string>>()
  for (const [id, file] of places) {
    const names = namesOf(file)
    const home = names.slice(0, names.indexOf(topicOf(id)) + 1).join("/")
    homes.set(topicOf(id), (homes.get(topicOf(id)) ?? new Set()).add(home))
  }
  expect([...homes].filter(([, { size }]) => size > 1)).toEqual([])
})

test("titles are short and unique", () => {
  expect(cases.filter(({ title }) => title.length > 105).map(({ id }) => id)).toEqual([])
  expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length)
})

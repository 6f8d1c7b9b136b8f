import { readdirSync } from "node:fs"
import { sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import type { Case } from "../src/case.ts"
import { cases } from "../src/cases/index.ts"

const folder = fileURLToPath(new URL("../src/", import.meta.url))
const areas = ["cases", "lives", "processes", "programs"]

const isCase = (value: unknown): value is Case =>
  typeof value === "object" && value !== null && "id" in value && "run" in value && "harm" in value

/** The names under which a file is found: its own, and those of its folders. */
const namesOf = (file: string): string[] => file.replace(/\.ts$/, "").split(sep)

const files = areas.flatMap((area) =>
  readdirSync(`${folder}${area}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith("index.ts"))
    .map((file) => `${area}${sep}${file}`),
)

test("every case is found by its topic: a file or a folder of that name", async () => {
  const found = new Map<string, string>()
  for (const file of files) {
    const exported = await import(pathToFileURL(`${folder}${file}`).href)
    for (const one of Object.values<unknown>(exported).flat())
      if (isCase(one) && (!found.has(one.id) || namesOf(file).includes(one.id.split("/")[0] ?? "")))
        found.set(one.id, file)
  }
  expect([...found.keys()].sort()).toEqual(cases.map(({ id }) => id).sort())
  const misplaced = [...found].filter(([id, file]) => !namesOf(file).includes(id.split("/")[0] ?? ""))
  expect(misplaced).toEqual([])
})

test("a topic is one file or one folder", () => {
  for (const topic of new Set(cases.map(({ id }) => id.split("/")[0] ?? ""))) {
    const places = new Set(
      files.flatMap((file) => {
        const names = namesOf(file)
        const nth = names.indexOf(topic)
        return nth < 0 ? [] : names.slice(0, nth + 1).join("/")
      }),
    )
    expect([...places], topic).toHaveLength(1)
  }
})

test("titles are short and unique", () => {
  expect(cases.filter(({ title }) => title.length > 105).map(({ id }) => id)).toEqual([])
  expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length)
})

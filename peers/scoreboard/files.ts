import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { badgeOf } from "./badge.ts"
import { libraries } from "./libraries.ts"
import { merge } from "./merge.ts"
import { page } from "./page.ts"
import type { Entry, FailedEntry, RawEntry, Replay, Scoreboard } from "./scoreboard.ts"
import { toEntry } from "./to-entry.ts"

const root = new URL("../../", import.meta.url)
const scoreboardFile = new URL("docs/scoreboard.json", root)
const pageFile = new URL("docs/peers.md", root)
const rawFolder = new URL(".cache/peers/", root)

/** The scoreboard in a file; by default the published one, which may not exist yet. */
export async function readScoreboard(file: URL = scoreboardFile): Promise<Scoreboard | undefined> {
  if (!existsSync(file)) return undefined
  return JSON.parse(await readFile(file, "utf8"))
}

/** Keeps a measurement with every result and full evidence. */
export async function keepRaw(measured: RawEntry | FailedEntry): Promise<void> {
  await mkdir(rawFolder, { recursive: true })
  await writeFile(new URL(`${measured.id.replace("/", "-")}.json`, rawFolder), JSON.stringify(measured))
}

/** Makes the scoreboard of the published one and of newer measurements that were kept, and writes its page. */
export async function publish(): Promise<Scoreboard> {
  const before = await readScoreboard()
  const kept = await readRaw()
  const isNewer = ({ id, measured }: RawEntry | FailedEntry) =>
    measured >= (before?.entries.find((entry) => entry.id === id)?.measured ?? "")
  const entries = kept
    .filter(isNewer)
    .map((raw) => ("problem" in raw ? raw : toEntry(raw, libraries[raw.library])))
  return write(merge(before, entries, libraries))
}

/** Publishes a recording of an adapter's worst finding. */
export async function publishReplay(id: string, replay: Replay): Promise<void> {
  const scoreboard = await readScoreboard()
  if (!scoreboard) return
  const withReplay = (entry: Entry) =>
    entry.id === id && entry.problem === undefined ? { ...entry, replay } : entry
  await write({ ...scoreboard, entries: scoreboard.entries.map(withReplay) })
}

async function write(scoreboard: Scoreboard): Promise<Scoreboard> {
  await writeFile(scoreboardFile, `${JSON.stringify(scoreboard, null, 1)}\n`)
  await writeFile(pageFile, page(scoreboard))
  return scoreboard
}

async function readRaw(): Promise<(RawEntry | FailedEntry)[]> {
  if (!existsSync(rawFolder)) return []
  const files = (await readdir(rawFolder)).filter((name) => /^(authjs|better-auth)-.*\.json$/.test(name))
  return Promise.all(files.map(async (name) => JSON.parse(await readFile(new URL(name, rawFolder), "utf8"))))
}

/** Writes a badge per entry, and returns their folder. */
export async function writeBadges({ entries }: Scoreboard): Promise<URL> {
  const folder = new URL("badges/", rawFolder)
  await mkdir(folder, { recursive: true })
  for (const entry of entries) {
    if (entry.problem !== undefined) continue
    await writeFile(new URL(`${entry.id.replace("/", "-")}.svg`, folder), badgeOf(entry))
  }
  return folder
}

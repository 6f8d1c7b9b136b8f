import { spawnSync } from "node:child_process"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { setup as ensureBuild } from "../../scripts/build/ensure-build.ts"
import { whyInstall } from "../../scripts/ensure-install.mjs"
import { differences } from "./differences.ts"
import {
  type AdapterFile,
  adapterFiles,
  idOf,
  libraryFolder,
  libraryNames,
  type NamedStore,
  namesFile,
  namesStore,
} from "./entries.ts"
import { keepRaw, publish, publishReplay, readScoreboard, writeBadges } from "./files.ts"
import { measure, openServers, record, type Servers, storesOf } from "./measure.ts"
import type { FailedEntry, RawEntry } from "./scoreboard.ts"

/** How many findings of an adapter are tried, until one fails again while its calls are recorded. */
const mostRecordings = 3

const { positionals, values } = parseArgs({ allowPositionals: true, options: { case: { type: "string" } } })
const [command, ...others] = positionals

if (command === "page") await publish()
else if (command === "badges") await badges()
else if (command === "compare") await compare(others)
else if (command === "record") await recordNamed(others)
else await measureNamed(positionals, values.case)
process.exit()

/** Measures the named adapters, or all. With a case, prints only its outcome. */
async function measureNamed(names: readonly string[], only: string | undefined): Promise<void> {
  if (only !== undefined && names.length === 0) throw new Error("With --case, name the adapter.")
  const { stores, broken } = await findStores(names)
  if (only === undefined) for (const entry of broken) await keepRaw(entry)
  await eachStore(stores, (of, servers) =>
    only === undefined ? measureOne(of, servers) : reproduce(of, servers, only),
  )
  if (only !== undefined) return
  await publish()
  await recordAll(stores)
}

/** Records the worst finding of the named adapters, or of all, without measuring them. */
async function recordNamed(names: readonly string[]): Promise<void> {
  await publish()
  await recordAll((await findStores(names)).stores)
}

async function recordAll(stores: readonly NamedStore[]): Promise<void> {
  const entries = (await readScoreboard())?.entries ?? []
  await eachStore(stores, async (of, servers) => {
    const entry = entries.find(({ id }) => id === idOf(of))
    const findings = entry?.problem === undefined ? (entry?.findings ?? []) : []
    // A race may not be seen again.
    for (const { case: id } of findings.slice(0, mostRecordings)) {
      const replay = await record(of, servers, id)
      if (!replay) continue
      process.stderr.write(`${id} in ${replay.steps.length} steps\n`)
      return publishReplay(idOf(of), replay)
    }
    process.stderr.write(findings.length === 0 ? "no findings\n" : "not seen again\n")
  })
}

async function eachStore(
  stores: readonly NamedStore[],
  work: (of: NamedStore, servers: Servers) => Promise<void>,
): Promise<void> {
  const servers = await openServers(stores.map(({ store }) => store))
  try {
    for (const [nth, of] of stores.entries()) {
      process.stderr.write(`${nth + 1} of ${stores.length}: ${idOf(of)} … `)
      await work(of, servers)
    }
  } finally {
    await servers.close()
  }
}

/** The stores that are meant by the names, with the packages of their adapters installed. */
async function findStores(names: readonly string[]) {
  const files = (await adapterFiles()).filter(
    (of) => names.length === 0 || names.some((name) => namesFile(name, of)),
  )
  for (const name of names)
    if (!files.some((of) => namesFile(name, of)))
      throw new Error(`No adapter is called ${name}: see peers/adapters.`)
  prepare(files)
  return describe(files, names)
}

/** Installs the packages of the adapters, and builds those of this repository, whose size is measured. */
function prepare(files: readonly AdapterFile[]): void {
  for (const library of libraryNames) {
    const folder = fileURLToPath(libraryFolder(library))
    if (!files.some((of) => of.library === library) || whyInstall(folder) === undefined) continue
    process.stderr.write(`Installing the adapters of ${library} …\n`)
    const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: ["ignore", 2, 2],
      shell: process.platform === "win32",
    })
    if (status !== 0) throw new Error("npm ci failed. Its output is above.")
  }
  ensureBuild()
}

/** The stores that are meant by the names, and the files that cannot be imported. */
async function describe(files: readonly AdapterFile[], names: readonly string[]) {
  const stores: NamedStore[] = []
  const broken: FailedEntry[] = []
  for (const of of files) {
    const found = await storesOf(of)
    if (!Array.isArray(found)) {
      process.stderr.write(`${found.id}: ${found.problem}\n`)
      broken.push(found)
    } else
      stores.push(
        ...found.filter((store) => names.length === 0 || names.some((name) => namesStore(name, store))),
      )
  }
  const isKnown = (name: string) =>
    stores.some((store) => namesStore(name, store)) || broken.some(({ name: file }) => name.includes(file))
  for (const name of names)
    if (!isKnown(name)) throw new Error(`No store is called ${name}: see peers/adapters.`)
  return { stores, broken }
}

async function measureOne(of: NamedStore, servers: Servers): Promise<void> {
  const start = performance.now()
  const measured = await measure(of, servers)
  await keepRaw(measured)
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  process.stderr.write(`${"problem" in measured ? measured.problem : summary(measured)}, ${seconds} s\n`)
}

function summary({ results }: RawEntry): string {
  return `${results.filter(({ status }) => status === "failed").length} musts fail`
}

async function reproduce(of: NamedStore, servers: Servers, only: string): Promise<void> {
  const measured = await measure(of, servers, only)
  if ("problem" in measured) throw new Error(measured.problem)
  process.stderr.write("\n")
  for (const { id, title, status, seen, runs, races, reason, error } of measured.results) {
    const ofRaces = races === undefined ? "" : `, which started up to ${races} races each`
    const lines = [
      `${measured.package} ${measured.version}: ${id}`,
      title,
      status === "skipped" ? `skipped: ${reason}` : `failed in ${seen} of ${runs} runs${ofRaces}`,
      ...(error ? [`expected ${error.expected}`, `received ${error.received}`] : []),
    ]
    process.stdout.write(`${lines.join("\n")}\n`)
  }
}

async function badges(): Promise<void> {
  const scoreboard = await readScoreboard()
  if (!scoreboard) throw new Error("Nothing is measured yet: run npm run scoreboard.")
  process.stdout.write(`${fileURLToPath(await writeBadges(scoreboard))}\n`)
}

/** Prints what differs from another scoreboard, except what timing decides. */
async function compare([file = ""]: readonly string[]): Promise<void> {
  const [mine, other] = [await readScoreboard(), await readScoreboard(pathToFileURL(file))]
  if (!mine || !other) throw new Error("Name a file with another scoreboard, after measuring this one.")
  const found = differences(other, mine)
  const compared = mine.entries.filter(({ id }) => other.entries.some((entry) => entry.id === id)).length
  for (const line of found) process.stdout.write(`${line}\n`)
  process.stdout.write(`${compared} entries compared, ${found.length} rules differ\n`)
  if (found.length > 0) process.exitCode = 1
}

import { randomUUID } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { mortise } from "../../shared/mortise-command.ts"
import type { MigrationScript } from "../../stores/sql/migrate/migration-script.ts"

/** The next file in a migrations folder, named as the tool that reads the folder does. */
export type MigrationFile = {
  /** Relative to the folder. */
  readonly path: string
  write(script: MigrationScript): void
}

type Journal = { readonly version: string; readonly entries: readonly JournalEntry[] }
type JournalEntry = {
  readonly idx: number
  readonly version: string
  readonly when: number
  readonly tag: string
}

/** Detects which tool uses a folder, and returns the next file. */
export function nextMigrationFile(folder: string, now: Date): MigrationFile {
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  if (existsSync(join(folder, journalPath))) return drizzleFile(folder, now)
  const folders = names.filter((name) => existsSync(join(folder, name, "migration.sql")))
  const isPrisma =
    folders.length > 0 ||
    names.includes("migration_lock.toml") ||
    existsSync(join(folder, "..", "schema.prisma"))
  const path = isPrisma
    ? `${nextName(folders.length > 0 ? folders : ["00000000000000_"], now)}/migration.sql`
    : plainPath(names, now)
  return { path, write: (script) => writeNew(join(folder, path), formatScript(script, "\n")) }
}

/** The folder's file that contains a text, relative to the folder. */
export function fileWith(folder: string, text: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const names = readdirSync(folder).flatMap((name) => [name, join(name, "migration.sql")])
  return names.find((name) => {
    const file = join(folder, name)
    return name.endsWith(".sql") && existsSync(file) && readFileSync(file, "utf8").includes(text)
  })
}

function plainPath(names: readonly string[], now: Date): string {
  const files = names.filter((name) => /^V?\d.*\.sql$/.test(name) && !/\.(down|undo)\.sql$/.test(name))
  const ending = files.some((name) => name.endsWith(".up.sql")) ? ".up.sql" : ".sql"
  return `${nextName(files, now)}${ending}`
}

const journalPath = join("meta", "_journal.json")

/** Drizzle Kit lists its files in a journal, and compares your schema with the snapshot of the last one. */
function drizzleFile(folder: string, now: Date): MigrationFile {
  const journal = JSON.parse(readFileSync(join(folder, journalPath), "utf8")) as Journal
  const last = journal.entries.at(-1)
  const tag = last
    ? nextName(
        journal.entries.map((entry) => entry.tag),
        now,
      )
    : "0000_mortise"
  const entry = {
    idx: last ? last.idx + 1 : 0,
    version: last?.version ?? journal.version,
    // Drizzle Kit applies only files that are newer than the last.
    when: Math.max(now.getTime(), (last?.when ?? 0) + 1),
    tag,
    breakpoints: true,
  }
  const snapshot = (entryTag: string) => join(folder, "meta", `${/^\d*/.exec(entryTag)?.[0]}_snapshot.json`)
  return {
    path: `${tag}.sql`,
    write(script) {
      writeNew(join(folder, `${tag}.sql`), formatScript(script, "--> statement-breakpoint\n"))
      const from = last && snapshot(last.tag)
      if (from && existsSync(from)) {
        const same = JSON.parse(readFileSync(from, "utf8")) as { readonly id: string }
        writeNew(snapshot(tag), asJson({ ...same, id: randomUUID(), prevId: same.id }))
      }
      writeFileSync(join(folder, journalPath), asJson({ ...journal, entries: [...journal.entries, entry] }))
    },
  }
}

const asJson = (value: unknown): string => JSON.stringify(value, null, 2)

/** The text of a file with these statements. */
export function formatScript({ statements, backfilled }: MigrationScript, separator: string): string {
  const header = [
    `-- Written by ${mortise} migrate --sql. Review it, commit it, and let your migration tool run it.`,
    ...backfilled.map(
      (field) => `-- Then run ${mortise} migrate, which gives existing rows a value of ${field}.`,
    ),
  ]
  const texts = statements.map(({ text, why }) => `-- ${why}\n${text};\n`)
  return `${header.join("\n")}\n\n${texts.join(separator)}`
}

/** Fails if the file exists. */
function writeNew(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flag: "wx" })
}

// `V3__name` as in Flyway, `0003_name`, or `20260131120000_name`.
const numbered = /^(V?)(\d+)(?:[._]\d+)*(__|[._-])/

/** How a time is written with this many digits. */
const moments: Readonly<Record<number, (now: Date) => number>> = {
  10: (now) => Math.floor(now.getTime() / 1000),
  13: (now) => now.getTime(),
  14: (now) => Number(now.toISOString().replace(/\D/g, "").slice(0, 14)),
}

/** The next migration's name, numbered like the others, without an extension. */
function nextName(names: readonly string[], now: Date): string {
  const parts = names.flatMap((name) => {
    const [, prefix = "", digits = "", separator = "_"] = numbered.exec(name) ?? []
    return digits === "" ? [] : [{ prefix, digits, separator }]
  })
  const last = parts.sort((a, b) => Number(a.digits) - Number(b.digits)).at(-1)
  if (!last) return "0001_mortise"
  const { prefix, digits, separator } = last
  const next = Math.max(Number(digits) + 1, moments[digits.length]?.(now) ?? 0)
  return `${prefix}${String(next).padStart(digits.length, "0")}${separator}mortise`
}

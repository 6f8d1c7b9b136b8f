import { defineCommand } from "../command.ts"
import { confirm } from "../confirm.ts"
import { exitCodes } from "../exit-code.ts"
import type { Project } from "../init/detect-project.ts"
import type { PlannedFile } from "../init/plan-files.ts"
import { printJson, printText } from "../output.ts"
import { createReporter } from "../reporter.ts"

/** Adds sign-in to a project. */
export const initCommand = defineCommand({
  name: "init",
  about: "add Auth.js with an adapter, a route and a configuration to a project",
  options: {
    framework: { value: "NAME", about: "nextjs, sveltekit, express or hono; default: as in package.json" },
    client: {
      value: "NAME",
      about:
        "pg, postgres, mysql2, mariadb, better-sqlite3, pglite, libsql, ioredis or redis; default: as in package.json, else libsql",
    },
    "dry-run": { about: "show the files, and write nothing" },
    yes: { about: "write without asking" },
    json: { about: "print one JSON document: { framework, client, packageManager, files, next }" },
  },
  notes: `The command shows each new file and asks before it writes. It never changes an existing file: a file with
another text is left as it is, and shown for comparison. The files are those of the quickstart pages.`,
  examples: ["mortise init --dry-run", "mortise init --framework hono --client pg --yes"],
  exits: {
    0: "every file is as shown, or --dry-run has shown them",
    1: "not confirmed, or a file exists with another text",
    2: "invalid option, unknown framework, or neither a terminal nor --yes",
    3: "no package.json",
    130: "stopped by Ctrl-C; nothing was written",
  },
  async run({ framework, client, "dry-run": dryRun, yes, json }) {
    const { detectProject } = await import("../init/detect-project.ts")
    const { planFiles, writeFile } = await import("../init/plan-files.ts")
    const { nextSteps } = await import("../init/next-steps.ts")
    const folder = process.cwd()
    const project = detectProject(folder, { framework, client })
    const files = planFiles(folder, project)
    if (!json) showFiles(project, files)
    const created = files.filter(({ state }) => state === "new")
    if (!dryRun && created.length > 0) {
      if (!yes) await confirm("Write these files?")
      for (const file of created) writeFile(folder, file)
    }
    const next = nextSteps(project)
    if (json) printJson(asDocument(project, files, next), 2)
    else if (!dryRun) for (const line of ["", "Next:", ...next]) printText(line)
    const isKept = files.some(({ state }) => state === "kept")
    return isKept && !dryRun ? exitCodes.failed : exitCodes.ok
  },
})

/** Shows what is written as a diff. The text of a file that is kept is shown too, for comparison. */
function showFiles({ framework, client, orm, packageManager }: Project, files: readonly PlannedFile[]): void {
  const { printError } = createReporter(false)
  printError(
    "detected",
    `Found: ${[framework, client, orm, packageManager.name].filter(Boolean).join(", ")}.`,
  )
  for (const { path, text, state } of files) {
    if (state === "equal") printError("equal", `${path} is up to date.`)
    if (state === "kept") printError("kept", `${path} exists and is not changed. Compare it with:`)
    if (state === "equal") continue
    printText(`--- ${state === "new" ? "/dev/null" : path}\n+++ ${path}`)
    for (const line of text.trimEnd().split("\n")) printText(`+${line}`)
  }
}

const asDocument = (project: Project, files: readonly PlannedFile[], next: readonly string[]) => ({
  framework: project.framework,
  client: project.client,
  packageManager: project.packageManager.name,
  files,
  next,
})

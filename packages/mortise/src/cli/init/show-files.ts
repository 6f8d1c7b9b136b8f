import { createReporter, printText } from "../terminal/output.ts"
import type { Project } from "./detect-project.ts"
import type { PlannedFile } from "./plan-files.ts"

/** Shows what is written as a diff. The text of a file that is kept is shown too, for comparison. */
export function showFiles(
  { framework, client, connection, packageManager }: Project,
  files: readonly PlannedFile[],
): void {
  const { printError } = createReporter(false)
  const clientText = connection ? `${client} (${connection.file})` : client
  printError("detected", `Found: ${[framework, clientText, packageManager.name].join(", ")}.`)
  for (const { path, text, state } of files) {
    if (state === "equal") printError("equal", `${path} is up to date.`)
    if (state === "kept") printError("kept", `${path} exists and is not changed. Compare it with:`)
    if (state === "equal") continue
    printText(`--- ${state === "new" ? "/dev/null" : path}\n+++ ${path}`)
    if (state === "added") printText("@@ at the end @@")
    for (const line of text.trimEnd().split("\n")) printText(`+${line}`)
  }
}

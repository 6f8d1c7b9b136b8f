import { helpOf } from "../../packages/mortise/src/cli/program/program.ts"
import { programDefinition } from "../../packages/mortise/src/cli/program-definition.ts"

/** The line of docs/cli.md after which the sections of the commands are written. */
export const mark = "<!-- npm run docs:cli writes the rest -->\n"

/** One section for each command: an example, and the text of `--help`. */
export function commandSections(): string {
  return programDefinition.commands
    .map(
      ({ name, examples }) =>
        `\n## mortise ${name}\n\n\`\`\`sh\n${examples[0]}\n\`\`\`\n\n\`\`\`text\n${helpOf(programDefinition, name).trimEnd()}\n\`\`\`\n`,
    )
    .join("")
}

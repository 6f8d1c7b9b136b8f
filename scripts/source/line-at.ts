/** The number of the line that contains the character at `offset`. The first line is 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length
}

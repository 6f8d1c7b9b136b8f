/** A progress bar on a terminal, elsewhere a line from time to time. It is on stderr, so that stdout has only the result. */
export function progress(done: number, of: number, what: string): void {
  const share = done / of
  if (process.stderr.isTTY) {
    const filled = Math.round(share * 30)
    process.stderr.write(
      `\r\x1b[K[${"#".repeat(filled)}${"-".repeat(30 - filled)}] ${Math.round(share * 100)}% ${what}`,
    )
  } else if (done % 10 === 0) {
    process.stderr.write(`${Math.round(share * 100)}% ${what}\n`)
  }
}

export const finish = (): void => void process.stderr.write(process.stderr.isTTY ? "\r\x1b[K" : "")

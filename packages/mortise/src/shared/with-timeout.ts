/** Runs work, and rejects with `toError` if it takes too long. What the work does afterwards is ignored. */
export async function withTimeout<T>(
  run: () => T | Promise<T>,
  timeoutMs: number,
  toError: () => unknown,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(toError()), timeoutMs)
  })
  try {
    return await Promise.race([run(), expired])
  } finally {
    clearTimeout(timer)
  }
}

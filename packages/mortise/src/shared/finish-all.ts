/** Waits until all tasks have ended, so that none runs on, and then throws the error of the first that failed. */
export async function finishAll<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tasks)
  return Promise.all(tasks)
}

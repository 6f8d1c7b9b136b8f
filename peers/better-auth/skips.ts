/** Cases whose result depends on how fast the machine is, each with the reason. */
export const slowMachine: Readonly<Record<string, string>> = {
  "rate-limits/next-window":
    "its burst of requests takes longer than its window of one second on a busy machine",
}

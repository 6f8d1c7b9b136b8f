/// <reference types="node" />

/** Milliseconds on the monotonic clock of the machine, which all its processes share. */
export const chaosClock = (): number => Number(process.hrtime.bigint()) / 1e6

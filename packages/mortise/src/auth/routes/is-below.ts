/** Whether a path is one of the routes below the base path. */
export const isBelow = (path: string, basePath: string): boolean => path.startsWith(`${basePath}/`)

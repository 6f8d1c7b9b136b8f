/** The address of the repository. The site has no address yet, so links of the packages lead here. */
export const repository = "https://github.com/mortise-auth/mortise"

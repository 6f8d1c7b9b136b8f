// AUTH_URL names the address only. Auth.js warns about that at each request.
logger: {
  warn: (code) => code === "env-url-basepath-redundant" || console.warn(`Auth.js warns: ${code}`),
},

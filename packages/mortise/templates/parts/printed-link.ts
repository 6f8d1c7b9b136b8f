// Prints the link to the terminal. Before you deploy, send it with your mailer.
{
  id: "email",
  type: "email",
  name: "Email",
  maxAge: 15 * 60,
  sendVerificationRequest: printMail,
},

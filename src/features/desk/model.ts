/** What is sent with a CV until the physician writes something else. */
export const usualIntroduction =
  'I am interested in this position, and my CV is attached. I would be glad to hear about the next steps.'

/** More new jobs of an alert are shown as '20+'. */
export const mostNewJobs = 20
export const mostAlerts = 10

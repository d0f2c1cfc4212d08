/** What production requires of its operator, beside `PUBLIC_URL` and `SECRET`. */
export const operator = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Board <no-reply@board.test>',
  OPERATOR_NAME: 'Board Tests LLC',
  OPERATOR_ADDRESS: '1 Main Street, Columbus, OH 43004',
  GOVERNING_LAW: 'the State of Ohio',
  COURTS: 'Columbus, Ohio',
  CONTACT_EMAIL: 'help@board.test',
  PRIVACY_EMAIL: 'privacy@board.test',
  ABUSE_EMAIL: 'abuse@board.test',
  INDEXNOW_URL: 'off',
}

export const randomSecret = 'rZ3vQ8mK1xW6tB9nYp4Lc7Hd2Gf5Js0A'

export const production = { APP_MODE: 'production', SECRET: randomSecret, ...operator }

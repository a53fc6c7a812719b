/** The reference of accounts, projects, billing, what recipients may do, what providers report, and the platform itself. */
import { fault, shortFault } from '#kit/errors.ts';
import type { Operations, OperationText } from './operation.ts';

const badToken = fault('BAD_REQUEST', { message: 'Invalid or expired token' });
const billingOff = shortFault('Billing is not enabled', 404);
const stranger = fault('RESOURCE_NOT_FOUND', { message: 'Project not found or you do not have access' });
const unsigned = fault('FORBIDDEN', { message: 'The link is not signed for this contact' });

export const ACCOUNT: Operations = {
  'POST /auth/login': {
    id: 'logIn',
    description:
      'Begins a session of the dashboard, by a cookie. A well-formed request is answered 200 whether or not the password is right: ' +
      'look at `success`.',
    returns: 'The user, or why there is no session',
  },
  'POST /auth/signup': {
    id: 'signUp',
    description: 'Creates an account and begins a session. Refusals are answered 200 with `success` false and the reason.',
    returns: 'The user, or why there is no account',
  },
  'GET /auth/logout': { id: 'logOut', description: 'Ends the session in this browser.', returns: 'The session is over' },
  'GET /auth/oauth-config': {
    id: 'getLoginProviders',
    description: 'Tells which social logins this installation has set up.',
    returns: 'The providers',
  },
  'GET /users/@me/sessions': {
    id: 'listSessions',
    description: 'Lists the sessions of the user that are not over: from where and with what each was last used. A hundred at most.',
    returns: 'The sessions, last used first',
  },
  'DELETE /users/@me/sessions': {
    id: 'endOtherSessions',
    description: 'Ends all sessions of the user but the one that asks. When it answers their cookies are worth nothing.',
    returns: 'How many were ended',
  },
  'DELETE /users/@me/sessions/:sessionId': {
    id: 'endSession',
    description: 'Ends a session of the user. When it answers its cookie is worth nothing; ending the one that asks is logging out.',
    returns: 'The session is over',
  },
  'GET /users/@me': { id: 'getUser', description: 'Tells whose session this is.', returns: 'The user' },
  'POST /auth/verify-email': {
    id: 'verifyAccountEmail',
    description: 'Proves the address of an account by the token of the mail that signup sent.',
    returns: 'It is proven',
    refuses: [badToken],
  },
  'POST /auth/request-verification': {
    id: 'requestVerification',
    description: 'Sends the user of the session another verification mail, unless the address is verified; three an hour.',
    returns: 'It is on its way',
  },
  'POST /auth/request-password-reset': {
    id: 'requestPasswordReset',
    description: 'Sends a link to set a new password, if there is an account with this address. The answer is the same when there is none.',
    returns: 'It is on its way, if there is an account',
  },
  'POST /auth/reset-password': {
    id: 'resetPassword',
    description: 'Sets a new password by the token of a reset mail. Older sessions end.',
    returns: 'The new password holds',
    refuses: [badToken],
  },
};

const leads = (provider: string, id: string): OperationText => ({
  id,
  description: `Begins a login with ${provider}: a browser is led there and comes back with a code. Not there unless it is set up.`,
  returns: 'The login is elsewhere',
  refuses: [shortFault(`${provider} login is not configured`, 404)],
});
const comesBack = (provider: string, id: string): OperationText => ({
  id,
  description: [
    `Where ${provider} sends the browser back to.`,
    'Begins a session and leads to the dashboard, or to its login page with a message.',
  ].join(' '),
  returns: 'The dashboard, or its login page',
  refuses: [shortFault(`${provider} login is not configured`, 404)],
});

export const SOCIAL: Operations = {
  'GET /oauth/github/outbound': leads('GitHub', 'beginGithubLogin'),
  'GET /oauth/github/callback': comesBack('GitHub', 'endGithubLogin'),
  'GET /oauth/google/outbound': leads('Google', 'beginGoogleLogin'),
  'GET /oauth/google/callback': comesBack('Google', 'endGoogleLogin'),
};

export const PROJECTS: Operations = {
  'GET /users/@me/projects': {
    id: 'listProjects',
    description: "Lists the projects the session's user is a member of. Secret keys are shown by their first digits only.",
    returns: 'The projects',
  },
  'POST /users/@me/projects': {
    id: 'createProject',
    description:
      'Creates a project whose owner you are. This answer, and the one of new keys, are the only ones with the whole secret key.',
    returns: 'The new project with both keys',
  },
  'PATCH /users/@me/projects/:id': {
    id: 'updateProject',
    description: 'Changes the settings that are sent: name, tracking, language, and the logo that recipient pages show.',
    returns: 'The project as it is now',
  },
  'DELETE /users/@me/projects/:id': {
    id: 'deleteProject',
    description: 'Deletes a project and all it holds. This cannot be undone.',
    returns: 'It is deleted',
  },
  'POST /users/@me/projects/:id/regenerate-keys': {
    id: 'regenerateKeys',
    description: 'Makes new keys. When it answers the old ones are dead.',
    returns: 'The new keys, whole',
  },
  'POST /users/@me/projects/:id/reset': {
    id: 'resetProject',
    description: 'Removes what the project holds but its domains, members and keys. Answers when that is done, or after five seconds.',
    returns: 'It is reset, or being reset',
  },
  'GET /users/@me/projects/:id/reset': {
    id: 'getProjectReset',
    description: 'Tells how far the last reset of the project is.',
    returns: 'The reset',
  },
  'GET /users/@me/projects/:id/audit': {
    id: 'listAudit',
    description: 'Lists who did what to the project, when and from where. Entries are kept for a year.',
    returns: 'A page of entries, newest first',
  },
  'GET /projects/:id/audit': {
    id: 'listAuditWrapped',
    description: 'The same as `GET /users/@me/projects/:id/audit`, in the wrapped form.',
    returns: 'A page of entries, newest first',
  },
  'GET /users/@me/projects/:id/keys': {
    id: 'listKeys',
    description: 'Lists the named secret keys of the project.',
    returns: 'The keys by their beginnings, oldest first',
  },
  'POST /users/@me/projects/:id/keys': {
    id: 'createKey',
    description: 'Makes a named secret key for a scope, perhaps until a day. This answer alone holds the whole key.',
    returns: 'The new key, whole',
  },
  'PATCH /users/@me/projects/:id/keys/:keyId': { id: 'renameKey', description: 'Renames a key.', returns: 'The key as it is now' },
  'DELETE /users/@me/projects/:id/keys/:keyId': {
    id: 'deleteKey',
    description: 'Ends a key. When it answers the key is dead.',
    returns: 'The key is dead',
  },
  'GET /users/@me/projects/:id/webhook-secret': {
    id: 'getWebhookSecret',
    description:
      'Shows the secret that requests of WEBHOOK steps are signed with, by the scheme of Standard Webhooks: ' +
      'give it to whoever receives them. It is made when it is first needed.',
    returns: 'The secret, whole',
  },
  'POST /users/@me/projects/:id/webhook-secret/rotate': {
    id: 'rotateWebhookSecret',
    description:
      'Makes the secret anew. For a day each request has two signatures, by the new secret and by the one before, so that ' +
      'receivers can change over one by one; after a second rotation the first secret is dead.',
    returns: 'The new secret',
    refuses: [fault('CONFLICT', { message: 'The webhook secret was changed meanwhile' })],
  },
  'GET /projects': {
    id: 'listProjectsWrapped',
    description: 'The same list as `GET /users/@me/projects`, in the wrapped form.',
    returns: 'The projects',
  },
  'GET /projects/:id': { id: 'getProject', description: 'Reads one project.', returns: 'The project' },
  'GET /projects/:id/members': {
    id: 'listMembers',
    description: 'Lists who works in a project, and their roles.',
    returns: 'The members, oldest first',
  },
  'POST /projects/:id/members': {
    id: 'addMember',
    description: 'Adds somebody who has an account here already. No mail is sent.',
    returns: 'The member',
    refuses: [
      fault('BAD_REQUEST', { message: 'email: Invalid email address' }),
      fault('CONFLICT', { message: 'User is already a member of this project' }),
    ],
  },
  'PATCH /projects/:id/members/:userId': {
    id: 'updateMember',
    description: "Changes a member's role to ADMIN or MEMBER. The owner stays the owner.",
    returns: 'The member',
  },
  'DELETE /projects/:id/members/:userId': {
    id: 'removeMember',
    description: 'Takes a member out of a project; not yourself, and not the owner.',
    returns: 'The member is removed',
  },
  'GET /users/@me/projects/:id/security': {
    id: 'getProjectSecurity',
    description: 'Tells how the project stands with bounces and complaints, and whether it was suspended for them.',
    returns: 'Rates and levels',
  },
  'GET /projects/:id/security': {
    id: 'getProjectSecurityWrapped',
    description: 'The same as `GET /users/@me/projects/{id}/security`, in the wrapped form.',
    returns: 'Rates and levels',
  },
  'GET /users/@me/projects/:id/retention': {
    id: 'getRetention',
    description: 'Tells how many days the project keeps its events and the content of its mails.',
    returns: 'Days; null where nothing else is said',
  },
  'PUT /users/@me/projects/:id/retention': {
    id: 'setRetention',
    description:
      'Sets how many days events and the content of mails are kept. What is removed does not come back; numbers stay as they were counted.',
    returns: 'Days as they hold now',
  },
  'GET /projects/:id/setup-state': {
    id: 'getSetupState',
    description: 'Tells what of a project is set up: a verified domain, contacts, a campaign, an enabled workflow, a subscription.',
    returns: 'What is set up',
  },
};

export const BILLING: Operations = {
  'POST /users/@me/projects/:id/checkout': {
    id: 'createCheckout',
    description: 'Opens a page of Stripe where a subscription is begun.',
    returns: 'The address of the page',
    refuses: [billingOff, stranger, fault('BAD_REQUEST', { message: 'Project already has a subscription' })],
  },
  'POST /users/@me/projects/:id/billing-portal': {
    id: 'createBillingPortal',
    description: 'Opens a page of Stripe where cards and invoices are looked after.',
    returns: 'The address of the page',
    refuses: [billingOff, stranger, fault('BAD_REQUEST', { message: 'Project has no customer' })],
  },
  'GET /users/@me/projects/:id/billing-limits': {
    id: 'getBillingLimits',
    description: 'Reads the caps of this month and how much of each is used.',
    returns: 'Caps and use by category',
  },
  'PUT /users/@me/projects/:id/billing-limits': {
    id: 'setBillingLimits',
    description: 'Sets the caps of all four categories; null takes one away. Needs a subscription.',
    returns: 'Caps and use by category',
    refuses: [fault('BAD_REQUEST', { message: 'Project has no subscription' })],
  },
  'GET /users/@me/projects/:id/billing-consumption': {
    id: 'getBillingConsumption',
    description: 'Reads what was metered in the current period, and the invoice it will come to.',
    returns: 'Use, credits and the coming invoice',
  },
  'GET /users/@me/projects/:id/billing-invoices': {
    id: 'listInvoices',
    description: 'Lists the invoices of a project.',
    returns: 'The invoices, newest first',
  },
};

export const RECIPIENTS: Operations = {
  'POST /unsubscribe/:id': {
    id: 'unsubscribeOneClick',
    description: 'What mail programs call for their own unsubscribe button (RFC 8058). The answer is the same for contacts that are gone.',
    returns: 'Unsubscribed',
    refuses: [unsigned],
  },
  'POST /unsubscribe': {
    id: 'unsubscribeNobody',
    description: 'Without a contact there is nobody to unsubscribe: always refused.',
    returns: 'Refused',
    refuses: [fault('BAD_REQUEST', { message: 'Contact id is required' })],
  },
  'GET /unsubscribe/:id': {
    id: 'openUnsubscribePage',
    description: 'Leads to the unsubscribe page of the contact, for people who open the link of the header. Changes nothing.',
    returns: 'The page is elsewhere',
  },
  'GET /contacts/public/:id': {
    id: 'getPublicContact',
    description: 'Reads what a preferences page of your own needs to know. Custom fields are never shown.',
    returns: 'The contact, without its data',
    refuses: [unsigned],
  },
  'POST /contacts/public/:id/subscribe': {
    id: 'subscribePublicContact',
    description: 'Subscribes the contact of a link, for a preferences page of your own.',
    returns: 'The contact',
    refuses: [unsigned],
  },
  'POST /contacts/public/:id/unsubscribe': {
    id: 'unsubscribePublicContact',
    description: 'Unsubscribes the contact of a link, for a preferences page of your own.',
    returns: 'The contact',
    refuses: [unsigned],
  },
  'GET /app/unsubscribe/:id': {
    id: 'showUnsubscribePage',
    description: 'Asks whether to unsubscribe. Looking changes nothing.',
    returns: 'The page',
  },
  'POST /app/unsubscribe/:id': {
    id: 'submitUnsubscribePage',
    description: 'Unsubscribes and leads back to the page.',
    returns: 'It is done',
  },
  'GET /app/subscribe/:id': {
    id: 'showSubscribePage',
    description: 'Asks whether to subscribe. Looking changes nothing.',
    returns: 'The page',
  },
  'POST /app/subscribe/:id': { id: 'submitSubscribePage', description: 'Subscribes and leads back to the page.', returns: 'It is done' },
  'GET /app/manage/:id': {
    id: 'showPreferencesPage',
    description: 'Tells whether the contact is subscribed and offers to change it. Looking changes nothing.',
    returns: 'The page',
  },
  'POST /app/manage/:id': {
    id: 'submitPreferencesPage',
    description: 'Sets the subscription as `subscribed` says and leads back to the page.',
    returns: 'It is done',
  },
  'GET /t/o/:token': {
    id: 'trackOpen',
    description: 'The pixel of a mail: counts an opening. The same picture whatever the token is, and HEAD counts nothing.',
    returns: 'A picture of one transparent point',
  },
  'GET /t/c/:token': {
    id: 'trackClick',
    description: 'A link of a mail: counts a click and leads to the address that was signed into the token. HEAD counts nothing.',
    returns: 'The address of the link',
    refuses: [fault('RESOURCE_NOT_FOUND', { message: 'Unknown link' })],
  },
};

const reports = (id: string, also: string): OperationText => ({
  id,
  description:
    'Where providers and mail servers report on mails: notices as JSON, a bounce or inbound message as `message/rfc822`, both signed ' +
    'with `X-Posthorn-Signature`; or an SNS message of a topic that ' +
    `is listed. A report that came before is answered with \`duplicate\`.${also}`,
  returns: 'The report is recorded',
});
const stripe = (id: string, also: string): OperationText => ({
  id,
  description: `Where Stripe reports payments and subscriptions, signed. Repeats are harmless.${also}`,
  returns: 'The event is recorded',
  refuses: [fault('BAD_REQUEST', { message: 'Invalid signature' }), fault('RESOURCE_NOT_FOUND', { message: 'Billing is not enabled' })],
});

export const NOTIFICATIONS: Operations = {
  'POST /webhooks/delivery': reports('reportDelivery', ''),
  'POST /webhooks/sns': reports('reportDeliveryBySns', ' The same as `POST /webhooks/delivery`.'),
  'POST /api/webhooks/sns': reports('reportDeliveryByApiSns', ' The same as `POST /webhooks/delivery`.'),
  'POST /webhooks/incoming/sns': reports('reportDeliveryByIncomingSns', ' The same as `POST /webhooks/delivery`.'),
  'POST /webhooks/incoming/billing': stripe('reportBilling', ''),
  'POST /webhooks/incoming/stripe': stripe('reportBillingByStripe', ' The same as `POST /webhooks/incoming/billing`.'),
};

export const PLATFORM: Operations = {
  'GET /': {
    id: 'openStartPage',
    description: 'Leads to the landing page, or to the dashboard where there is none.',
    returns: 'The page is elsewhere',
  },
  'GET /health': {
    id: 'getHealth',
    description: 'Tells that this process answers. Needs no key and is never limited by a project.',
    returns: 'It is up',
  },
  'GET /config': {
    id: 'getSettings',
    description: 'Tells what this installation offers: its addresses, which features are on, which provider sends.',
    returns: 'The settings',
  },
  'GET /docs': {
    id: 'showReference',
    description: 'Shows this document as pages to read, with every request to try against this server.',
    returns: 'The page',
  },
  'GET /docs/reference.js': { id: 'getReferenceScript', description: 'What the reference page runs.', returns: 'The script' },
  'GET /favicon.ico': { id: 'getIcon', description: 'The icon that browsers show beside a title.', returns: 'The icon' },
  'GET /openapi.json': {
    id: 'getOpenApi',
    description: 'This document: every route with its shapes and examples.',
    returns: 'The document',
  },
  'GET /app': {
    id: 'showHomePage',
    description: 'Says what this is and where the reference, the inbox and the health are; and who is logged in, or where to log in.',
    returns: 'The page',
  },
  'GET /app/auth/login': { id: 'showLoginPage', description: 'The page to log in on.', returns: 'The page' },
  'POST /app/auth/login': {
    id: 'submitLoginPage',
    description: 'What the button of that page does: begins a session and leads on, or shows the page again and says why.',
    returns: 'The browser is led on',
  },
  'POST /app/auth/logout': {
    id: 'submitLogout',
    description: 'Ends the session in this browser and leads to the login page.',
    returns: 'It is over',
  },
  'GET /app/auth/reset': {
    id: 'showResetRequestPage',
    description: 'The page to ask for a reset link. With an id it says what to do with an account that has no password.',
    returns: 'The page',
  },
  'POST /app/auth/reset': {
    id: 'submitResetRequestPage',
    description: 'What the button of that page does.',
    returns: 'The page says how it went',
  },
  'GET /app/auth/verify-email': {
    id: 'showVerifyEmailPage',
    description: 'The page a verification mail leads to. Looking uses no token up.',
    returns: 'The page',
  },
  'POST /app/auth/verify-email': {
    id: 'submitVerifyEmailPage',
    description: 'What the button of that page does.',
    returns: 'The page says how it went',
  },
  'GET /app/auth/reset-password': {
    id: 'showResetPasswordPage',
    description: 'The page a reset mail leads to. Looking uses no token up.',
    returns: 'The page',
  },
  'POST /app/auth/reset-password': {
    id: 'submitResetPasswordPage',
    description: 'What the button of that page does.',
    returns: 'The page says how it went',
  },
};

/** Accounts, projects, billing; what recipients may do and providers report; the installation itself. */
import type { Body, Query } from './operation.ts';
import { byPage } from './paging.ts';
import type { RequestOptions, Transport } from './transport.ts';

export const accountOf = ({ call }: Transport) => ({
  /** Begins a session, which this client keeps. A wrong password answers `success: false`. */
  logIn: (who: Body<'logIn'>, options?: RequestOptions) => call('logIn', { body: who }, options),
  /** Creates an account and begins a session. Refusals answer `success: false`. */
  signUp: (who: Body<'signUp'>, options?: RequestOptions) => call('signUp', { body: who }, options),
  logOut: (options?: RequestOptions) => call('logOut', {}, options),
  get: (options?: RequestOptions) => call('getUser', {}, options),
  loginProviders: (options?: RequestOptions) => call('getLoginProviders', {}, options),
  verifyEmail: (token: string, options?: RequestOptions) => call('verifyAccountEmail', { body: { token } }, options),
  requestVerification: (options?: RequestOptions) => call('requestVerification', {}, options),
  requestPasswordReset: (email: string, options?: RequestOptions) => call('requestPasswordReset', { body: { email } }, options),
  /** Where this account is logged in. */
  sessions: (options?: RequestOptions) => call('listSessions', {}, options),
  endSession: (sessionId: string, options?: RequestOptions) => call('endSession', { path: { sessionId } }, options),
  endOtherSessions: (options?: RequestOptions) => call('endOtherSessions', {}, options),
  resetPassword: (asked: Body<'resetPassword'>, options?: RequestOptions) => call('resetPassword', { body: asked }, options),
});

const membersOf = ({ call }: Transport) => ({
  list: (id: string, options?: RequestOptions) => call('listMembers', { path: { id } }, options),
  add: (id: string, member: Body<'addMember'>, options?: RequestOptions) => call('addMember', { path: { id }, body: member }, options),
  update: (path: { id: string; userId: string }, changes: Body<'updateMember'>, options?: RequestOptions) =>
    call('updateMember', { path, body: changes }, options),
  remove: (path: { id: string; userId: string }, options?: RequestOptions) => call('removeMember', { path }, options),
});

const keysOf = ({ call }: Transport) => ({
  list: (id: string, options?: RequestOptions) => call('listKeys', { path: { id } }, options),
  /** The key itself is answered this once. */
  create: (id: string, key: Body<'createKey'>, options?: RequestOptions) => call('createKey', { path: { id }, body: key }, options),
  rename: (path: { id: string; keyId: string }, name: string, options?: RequestOptions) =>
    call('renameKey', { path, body: { name } }, options),
  delete: (path: { id: string; keyId: string }, options?: RequestOptions) => call('deleteKey', { path }, options),
});

const webhookSecretOf = ({ call }: Transport) => ({
  /** What `verifyWebhook` takes. */
  get: (id: string, options?: RequestOptions) => call('getWebhookSecret', { path: { id } }, options),
  /** The one before signs beside the new one for a day. */
  rotate: (id: string, options?: RequestOptions) => call('rotateWebhookSecret', { path: { id } }, options),
});

const billingOf = ({ call }: Transport) => ({
  checkout: (id: string, query?: Query<'createCheckout'>, options?: RequestOptions) =>
    call('createCheckout', { path: { id }, query }, options),
  portal: (id: string, options?: RequestOptions) => call('createBillingPortal', { path: { id } }, options),
  limits: (id: string, options?: RequestOptions) => call('getBillingLimits', { path: { id } }, options),
  setLimits: (id: string, limits: Body<'setBillingLimits'>, options?: RequestOptions) =>
    call('setBillingLimits', { path: { id }, body: limits }, options),
  consumption: (id: string, options?: RequestOptions) => call('getBillingConsumption', { path: { id } }, options),
  invoices: (id: string, options?: RequestOptions) => call('listInvoices', { path: { id } }, options),
});

export const projectsOf = (transport: Transport) => {
  const { call } = transport;
  return {
    list: (options?: RequestOptions) => call('listProjects', {}, options),
    /** The secret key is answered this once. */
    create: (project: Body<'createProject'>, options?: RequestOptions) => call('createProject', { body: project }, options),
    get: (id: string, options?: RequestOptions) => call('getProject', { path: { id } }, options),
    update: (id: string, changes: Body<'updateProject'>, options?: RequestOptions) =>
      call('updateProject', { path: { id }, body: changes }, options),
    delete: (id: string, options?: RequestOptions) => call('deleteProject', { path: { id } }, options),
    /** Removes all data of the project. */
    reset: (id: string, options?: RequestOptions) => call('resetProject', { path: { id } }, options),
    resetState: (id: string, options?: RequestOptions) => call('getProjectReset', { path: { id } }, options),
    /** Both keys anew; the old ones are dead when it answers. */
    regenerateKeys: (id: string, options?: RequestOptions) => call('regenerateKeys', { path: { id } }, options),
    retention: (id: string, options?: RequestOptions) => call('getRetention', { path: { id } }, options),
    setRetention: (id: string, days: Body<'setRetention'>, options?: RequestOptions) =>
      call('setRetention', { path: { id }, body: days }, options),
    security: (id: string, options?: RequestOptions) => call('getProjectSecurity', { path: { id } }, options),
    setupState: (id: string, options?: RequestOptions) => call('getSetupState', { path: { id } }, options),
    audit: (id: string, query?: Query<'listAudit'>, options?: RequestOptions) => call('listAudit', { path: { id }, query }, options),
    /** Everything that was done, newest first. */
    eachAudit: (id: string, options?: RequestOptions) => byPage((page) => call('listAudit', { path: { id }, query: { page } }, options)),
    members: membersOf(transport),
    keys: keysOf(transport),
    webhookSecret: webhookSecretOf(transport),
    billing: billingOf(transport),
  };
};

/** What the links of a mail do; `signature` is their query. */
export const recipientsOf = ({ call }: Transport) => ({
  get: (id: string, signature?: Query<'getPublicContact'>, options?: RequestOptions) =>
    call('getPublicContact', { path: { id }, query: signature }, options),
  subscribe: (id: string, signature?: Query<'subscribePublicContact'>, options?: RequestOptions) =>
    call('subscribePublicContact', { path: { id }, query: signature }, options),
  unsubscribe: (id: string, signature?: Query<'unsubscribePublicContact'>, options?: RequestOptions) =>
    call('unsubscribePublicContact', { path: { id }, query: signature }, options),
  /** What the List-Unsubscribe header of a mail leads to (RFC 8058). */
  unsubscribeByHeader: (id: string, signature?: Query<'unsubscribeOneClick'>, options?: RequestOptions) =>
    call('unsubscribeOneClick', { path: { id }, query: signature }, options),
});

export const platformOf = ({ call }: Transport) => ({
  health: (options?: RequestOptions) => call('getHealth', {}, options),
  settings: (options?: RequestOptions) => call('getSettings', {}, options),
  /** The OpenAPI document. */
  document: (options?: RequestOptions) => call('getOpenApi', {}, options),
});

/** /subscribe: the balance, the plans, and who may buy them. The page is public; agents cannot buy. */
import type { Request, Response } from 'express';
import { standingOf } from '../../metering/limits/standing.ts';
import { listAdmins } from '../../store/ledger/account-views.ts';
import { workspaceOfAcquisition } from '../../store/people/keys.ts';
import { readProviderLink } from '../../store/ledger/subscriptions.ts';
import { readBalance } from '../../store/ledger/ledger.ts';
import type { PageContext, Payments } from '../shell/context.ts';
import { readQuery } from '../shell/form.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { page, sendPage } from '../shell/page.ts';
import { type SignedIn, signedIn } from '../shell/signed-in.ts';
import { balanceFacts } from '../account/credit-section.ts';
import { practiceLabel } from '../account/figures.ts';
import { workspaceOffer } from '../account/invitations-section.ts';
import { noticeOf } from '../account/notices.ts';
import { adminsAre, chosenWorkspace, ownWorkspace, workspaceLinks } from '../account/workspace-choice.ts';
import { offerCards, takesPayment } from './offers.ts';
import type { PayingWorkspace } from './paying-workspace.ts';
import { type Referral, deviceLoginOf, referralOf, referralQuery } from './referral.ts';

/** Targets of the forms: Chromium applies this policy to a redirect after a form too. */
const stripePages = ['https://checkout.stripe.com', 'https://billing.stripe.com'];

export async function showOffers(context: PageContext, request: Request, response: Response): Promise<void> {
  const { payments } = context;
  const viewer = await signedIn(context, request);
  const query = readQuery(request);
  const referral = referralOf(query);
  const isRequired = query.get('access') === 'required';
  const waiting = viewer === null ? null : await waitingWorkspace(context, referral);
  const payer = viewer === null ? null : await payerOf(context, viewer, query.get('workspace') ?? waiting);
  const main = html`<h1>Plans and refills</h1>
    ${noticeOf(query, 'subscribe')}
    ${
      viewer !== null && waiting !== null && waiting !== payer?.workspace.workspaceId
        ? elsewhereText(viewer, { waiting, referral })
        : isRequired && accessText(payer)
    }
    ${viewer === null ? signInText(referral, isRequired) : payer === null ? await workspaceOffer(context, viewer) : whatIsLeft(viewer, payer, referral)}
    <h2>What can be bought</h2>
    ${howToPay(payments, payer)} ${offerCards({ payments, payer, referral })}
    <h2>How charging works</h2>
    <ul>
      <li>One unit for each research request that is answered with a 200. Errors, repetitions and status checks are free.</li>
      <li>The subscription is used first, then prepaid requests. Balances that were bought stay usable without one.</li>
      <li>
        An agent never pays: it asks a person to open this page, and afterwards checks the status until the allowance is recorded.
      </li>
    </ul>`;
  const description = 'Plans and refills of the research service: what they cost, and what they give.';
  const formAction = payments.provider === 'stripe' ? stripePages : [];
  const card = { baseUrl: context.baseUrl, path: '/subscribe' };
  sendPage(response, page({ title: 'Plans and refills', description, card, viewer, current: 'subscribe', main }), {
    formAction,
  });
}

/** The workspace of the agent that sent the person here; null if the device login does not name it. */
async function waitingWorkspace({ db }: PageContext, referral: Referral): Promise<string | null> {
  const login = deviceLoginOf(referral);
  return login === null ? null : workspaceOfAcquisition(db, login);
}

/** The wanted workspace if the person is a member, else the first. */
async function payerOf({ db }: PageContext, viewer: SignedIn, wanted: string | null): Promise<PayingWorkspace | null> {
  const workspace = chosenWorkspace(viewer, wanted);
  if (workspace === null) return null;
  const { workspaceId } = workspace;
  const [balance, link] = [await readBalance(db, workspaceId), await readProviderLink(db, workspaceId)];
  return { viewer, workspace, balance, link, admins: await listAdmins(db, workspaceId) };
}

type WaitingReferral = { waiting: string; referral: Referral };

/** Prevents a payment for one workspace while the agent waits for another. */
function elsewhereText(viewer: SignedIn, { waiting, referral }: WaitingReferral): Html {
  const own = ownWorkspace(viewer, waiting);
  if (own === null)
    return html`<div class="note warn">
      <p>
        The key of whoever sent you here belongs to a workspace that you are not in. What you buy here is for your own, and they do not
        get it: an admin of theirs has to open this address.
      </p>
    </div>`;
  return html`<div class="note warn">
    <p>
      The key of whoever sent you here belongs to another of your workspaces:
      <a href="${linkTo(waiting, referral)}">${own.workspaceName}</a>.
    </p>
  </div>`;
}

function linkTo(workspaceId: string, referral: Referral): string {
  return `/subscribe?${new URLSearchParams({ workspace: workspaceId, ...referralQuery(referral) })}`;
}

/** The access that an agent lacked, unless it exists now. */
function accessText(payer: PayingWorkspace | null): Html {
  const { status } = standingOf(payer?.balance ?? null);
  if (status === 'ready')
    return html`<div class="note good"><p>This workspace has credit: whoever sent you here can go on.</p></div>`;
  if (status === 'spend_limit_reached')
    return html`<div class="note warn">
      <p>
        This workspace has prepaid requests left, and its spend limit for this month is reached. Whoever sent you here goes on as soon
        as an admin raises <a href="/account/plan?workspace=${payer?.workspace.workspaceId}">the limit</a>${payer?.balance?.spend_limit !== 0 && ', or a new month begins'}.
      </p>
    </div>`;
  return html`<div class="note warn">
    <p>Whoever sent you here has access, and no credit to read with. It goes on as soon as the credit is recorded.</p>
  </div>`;
}

/** Returns to this page with its query, because the notice about access depends on the signed-in person. */
function signInText(referral: Referral, isRequired: boolean): Html {
  const asked = { ...(isRequired && { access: 'required' }), ...referralQuery(referral) };
  const back = `/subscribe?${new URLSearchParams(asked)}`.replace(/\?$/, '');
  return html`<p class="row">
    <a class="button" href="/sign-in?${new URLSearchParams({ return_to: back }).toString()}">Sign in to choose</a>
    <span class="soft">Plans belong to a workspace; its admins pay.</span>
  </p>`;
}

function whatIsLeft(viewer: SignedIn, payer: PayingWorkspace, referral: Referral): Html {
  const { workspace, balance } = payer;
  return html`${workspaceLinks(viewer, workspace, (id) => linkTo(id, referral))}
    <section class="card" aria-labelledby="left">
      <h2 id="left" class="first">What ${workspace.workspaceName} has ${workspace.practice && practiceLabel}</h2>
      ${balanceFacts(balance)} ${manageForm(payer)}
    </section>`;
}

function manageForm({ workspace, link }: PayingWorkspace): Value {
  if (workspace.role !== 'admin' || link === null || link.customer === null) return null;
  return html`<form method="post" action="/subscribe/manage">
    <input type="hidden" name="workspace" value="${workspace.workspaceId}" />
    <button class="quiet">Change the card, see invoices, or end the subscription at Stripe</button>
  </form>`;
}

/** Names who can pay and how, or who grants credit if payments are off. */
function howToPay(payments: Payments, payer: PayingWorkspace | null): Value {
  if (payments.provider === 'none') return operatorGrants(payer, 'Nothing can be paid for on this page.');
  if (payments.provider === 'practice') return practiceText(payer);
  if (payer !== null && payer.workspace.role !== 'admin')
    return html`<p class="note">Only admins pay. ${adminsAre(payer.admins)}</p>`;
  return html`<p>Payment is at Stripe. Cards are never seen or kept here.</p>`;
}

function practiceText(payer: PayingWorkspace | null): Html {
  if (payer !== null && payer.workspace.role !== 'admin')
    return html`<p class="note warn">${practiceLabel} Nobody pays on this service. Only admins practise it. ${adminsAre(payer.admins)}</p>`;
  if (payer !== null && !takesPayment({ provider: 'practice' }, payer))
    return operatorGrants(
      payer,
      'This service has a practice checkout only, and this workspace is not marked for practice.',
    );
  return html`<div class="note warn">
    <p>${practiceLabel} This is a practice checkout: no money is taken, and what it grants is only for workspaces that are marked for practice.</p>
  </div>`;
}

function operatorGrants(payer: PayingWorkspace | null, why: string): Html {
  return html`<div class="note warn">
    <p>
      <strong>${why}</strong> The operator of this service grants credit and plans:
      ${payer === null ? 'ask them, and name your workspace.' : html`ask them, and name <code>${payer.workspace.workspaceId}</code>.`}
    </p>
  </div>`;
}

// The intent that an author stated, rebuilt field by field: a database may return the stored keys in any order.
import type { AdditionalIntent, AuthorIntent, IntentCondition, PositionActor } from '../../../generated/api.ts';

/** The stored intent, which the loader accepted by a closed schema with these fields. */
export type IntentBody = AuthorIntent;

function actorOf(actor: PositionActor): PositionActor {
  return actor.kind === 'named_portfolio_or_entity'
    ? { kind: actor.kind, name: actor.name }
    : { kind: actor.kind, name: null };
}

function conditionsOf(conditions: readonly IntentCondition[]): IntentCondition[] {
  return conditions.map(({ statement, citation_ids }) => ({ statement, citation_ids }));
}

function additional(intent: AdditionalIntent): AdditionalIntent {
  const { action, basis, time_context, instrument, position_actor: actor, conditions, citation_ids } = intent;
  return {
    action,
    basis,
    time_context,
    instrument,
    ...(actor === undefined ? {} : { position_actor: actorOf(actor) }),
    conditions: conditionsOf(conditions),
    citation_ids,
  };
}

/** The intent in the order of the contract; the actor and additional intents are absent where none was recorded. */
export function authorIntent(body: IntentBody): AuthorIntent {
  const { position_actor: actor, additional_intents: others } = body;
  return {
    action: body.action,
    basis: body.basis,
    time_context: body.time_context,
    instrument: body.instrument,
    ...(actor === undefined ? {} : { position_actor: actorOf(actor) }),
    methodology_version: body.methodology_version,
    ...(others === undefined ? {} : { additional_intents: others.map(additional) }),
    status: body.status,
    observation_id: body.observation_id,
    observed_at: body.observed_at,
    conditions: conditionsOf(body.conditions),
    citation_ids: body.citation_ids,
    execution_verified: false,
  };
}

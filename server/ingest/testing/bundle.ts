// The records of a small bundle about a fictional listing; what matters to a test is given.

export type Fields = { [field: string]: unknown };

export const cast: Fields[] = [
  { type: 'source', source_id: 'src:letters', kind: 'letter', name: 'Quarry Letters' },
  { type: 'person', person_id: 'p:ada', name: 'Ada Quill', handle: null },
  { type: 'entity', kind: 'listing', ticker: 'ZQRX', name: 'Zeta Quarry', exchange: 'NYSE', cik: '0000000042' },
];
export const evidence = (given: Fields = {}): Fields => ({
  type: 'evidence',
  evidence_id: 'e:1',
  source_id: 'src:letters',
  url: 'https://letters.example/1',
  title: 'Letter 1',
  author_name: 'Ada Quill',
  observed_at: '2020-03-02T15:00:00Z',
  capture: 'The quarry is cheap. The road may close.',
  verification: 'verified',
  ...given,
});
export const citation = (given: Fields = {}): Fields => ({
  type: 'citation',
  citation_id: 'c:1',
  evidence_id: 'e:1',
  locator: { kind: 'text_quote', exact: 'The quarry is cheap.' },
  ...given,
});
export const belief = (given: Fields = {}): Fields => ({
  type: 'belief',
  belief_id: 'b:1',
  person_id: 'p:ada',
  subject: { ticker: 'ZQRX' },
  ...given,
});
export const revision = (given: Fields = {}): Fields => ({
  type: 'revision',
  belief_id: 'b:1',
  revision: 1,
  observed_at: '2020-03-02T15:00:00Z',
  direction: 'bullish',
  status: 'active',
  summary: 'Cheap.',
  source_citation_id: 'c:1',
  validity: 'unknown',
  external_state: 'unknown',
  blockers: [],
  ...given,
});
export const claim = (given: Fields = {}): Fields => ({
  type: 'claim',
  claim_id: 'cl:1',
  belief_id: 'b:1',
  revision: 1,
  role: 'support',
  statement: 'Cheap.',
  citation_id: 'c:1',
  ...given,
});
export const condition = (given: Fields = {}): Fields => ({
  type: 'condition',
  condition_id: 'k:1',
  belief_id: 'b:1',
  revision: 1,
  kind: 'risk',
  statement: 'The road closes.',
  status: 'not_triggered',
  expected_by: null,
  citation_id: 'c:1',
  ...given,
});
export const whole = [...cast, evidence(), citation(), belief(), revision(), claim(), condition()];

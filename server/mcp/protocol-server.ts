// Low-level server of the SDK that reports malformed parameters as the caller's fault.
import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

export class ProtocolServer extends Server {
  /**
   * The SDK throws a plain Error for parameters that do not fit, and answers it as its own failure (-32603) with schema
   * issues as text. Only our tool calls can really fail, and the SDK checks those well.
   */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    if (method === 'tools/call') return wrapped;
    return (request, context) =>
      wrapped(request, context).catch((thrown: unknown) => {
        if (thrown instanceof ProtocolError) throw thrown;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The parameters do not fit the method.');
      });
  }
}

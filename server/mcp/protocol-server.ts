// The SDK's low-level server, which here tells whoever sends malformed parameters so.
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
   * The SDK throws a plain Error where the parameters of a method do not fit, and answers it as its own failure (-32603)
   * with the issues of its schema as text. Only a tool call of ours can really fail, and the SDK checks that one well.
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

/** A reporter for Minitest, as a file that is loaded before the tests: it writes one JSON document at the end. */
export const minitestReporter = (reportFile: string): string => `
require 'json'
begin
  require 'minitest/autorun'
rescue LoadError
  abort 'minitest is not installed: gem install minitest'
end

class PawlReporter < Minitest::AbstractReporter
  def initialize
    super
    @tests = []
  end

  def record(result)
    status = result.skipped? ? 'skipped' : result.passed? ? 'passed' : result.error? ? 'error' : 'failed'
    file, line = result.respond_to?(:source_location) ? result.source_location : nil
    name = result.respond_to?(:klass) ? result.klass : result.class.name
    faults = result.failures.map do |failure|
      cause = failure.respond_to?(:error) ? failure.error : failure
      { type: cause.class.name, message: cause.message.to_s[0, 4000].scrub, stack: (cause.backtrace || []).first(40) }
    end
    @tests << { file: file, line: line, names: [name, result.name], status: status, ms: result.time * 1000, faults: faults }
  end

  def report
    File.write(${JSON.stringify(reportFile)}, JSON.generate(count: @tests.size, tests: @tests))
  end
end

module Minitest
  def self.plugin_pawl_init(_options)
    reporter << PawlReporter.new
  end
end
Minitest.extensions << 'pawl'
`;
